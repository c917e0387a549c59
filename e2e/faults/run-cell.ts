import type { BrowserContext, Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault, FaultProxy, FaultRule } from './fault-proxy.ts'
import { inspectPage } from './inspect-page.ts'
import type { FaultPage } from './pages.ts'

const WORKS_WITHIN_MS = 15_000
/** The notice appears after 15 seconds of the document, so a little is added to see it. */
const NOTICE_MARGIN_MS = 2_500
const POLL_MS = 200
const REACTION_TIMEOUT_MS = 2_000

/**
 * `unmet`: the page works, and has never sent the request whose response the fault is for. `undecided`: the machine was too busy to
 * tell.
 */
type Verdict = 'works' | 'says' | 'dead' | 'unmet' | 'undecided'

export interface CellResult {
  verdict: Verdict
  /** What was missing and on the screen, or what the page said. */
  detail: string
  ms: number
}

interface Cell {
  page: FaultPage
  /** The method and path of the request, as `getRequestKey` returns them. */
  response: string
  fault: Fault
  /** 15 seconds unless named. */
  worksWithinMs?: number
  /** Where to store a picture of a dead page. */
  screenshot?: string
}

export function getRequestKey({ method, path, isUpgrade }: RequestName): string {
  return `${isUpgrade ? 'SOCKET' : method} ${path}`
}

interface RequestName {
  method: string
  path: string
  isUpgrade: boolean
}

/** Opens the page with one fault in the first response of that name, and waits until it works or says what is wrong. */
export async function runCell(
  context: BrowserContext,
  proxy: FaultProxy,
  cell: Cell,
): Promise<CellResult> {
  let isInjected = false
  const injectOnce: FaultRule = (request) => {
    if (isInjected || getRequestKey(request) !== cell.response) return null
    isInjected = true
    return cell.fault
  }
  proxy.setRule(injectOnce)
  const tab = await context.newPage()
  try {
    return await watchPage(tab, { proxy, cell, isInjected: () => isInjected })
  } finally {
    await tab.close()
    proxy.dropConnections()
  }
}

async function watchPage(
  tab: Page,
  { proxy, cell, isInjected }: { proxy: FaultProxy; cell: Cell; isInjected: () => boolean },
): Promise<CellResult> {
  const { page, worksWithinMs = WORKS_WITHIN_MS } = cell
  let hasSocket = !page.isMember
  tab.on('websocket', (socket) => socket.on('framereceived', () => (hasSocket = true)))
  const start = performance.now()
  const getElapsed = () => Math.round(performance.now() - start)
  tab.goto(proxy.origin + page.path, { waitUntil: 'commit' }).catch(() => undefined)

  let detail = 'no document'
  let isComplete = false
  while (getElapsed() < worksWithinMs + NOTICE_MARGIN_MS) {
    // Fails while the tab goes from one document to the next.
    const state = await inspectPage(tab, page).catch(() => undefined)
    if (state) {
      if (state.complaint !== '')
        return { verdict: 'says', detail: state.complaint, ms: getElapsed() }
      const missing = [...state.missing, ...(hasSocket ? [] : ['socket'])]
      detail = `missing ${missing.join(', ') || 'nothing any more, or a reaction'} | ${state.screen}`
      isComplete = missing.length === 0
      if (isComplete && isInjected() && getElapsed() < worksWithinMs && (await isReacting(tab)))
        return { verdict: 'works', detail: '', ms: getElapsed() }
    }
    await wait(POLL_MS)
  }
  if (isComplete && !isInjected()) return { verdict: 'unmet', detail: '', ms: getElapsed() }
  if (cell.screenshot !== undefined)
    await tab.screenshot({ path: cell.screenshot, timeout: 5_000 }).catch(() => undefined)
  return { verdict: 'dead', detail, ms: getElapsed() }
}

/** Whether the page answers a click: the button of the theme opens its menu. */
async function isReacting(tab: Page): Promise<boolean> {
  const menu = tab.getByRole('menu')
  try {
    // A second click would close a menu that came late.
    if (!(await menu.isVisible()))
      await tab.getByRole('button', { name: 'Theme' }).click({ timeout: REACTION_TIMEOUT_MS })
    await menu.waitFor({ timeout: REACTION_TIMEOUT_MS })
    return true
  } catch {
    return false
  }
}
