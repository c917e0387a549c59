import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext } from '@playwright/test'
import { openSession } from '../support/members.ts'
import { ORIGIN } from '../support/ports.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { inspectPage } from './inspect-page.ts'
import type { FaultPage } from './pages.ts'
import { getRequestKey } from './run-cell.ts'

const RECORDING_TIMEOUT_MS = 60_000
const POLL_MS = 200
const QUIET_MS = 2_000

/** A browser context of its own, with its own cache and connections, behind a proxy of its own. */
export interface FaultClient extends AsyncDisposable {
  context: BrowserContext
  proxy: FaultProxy
}

/**
 * Opens a context for one page. Two cells in one context would share its cache, in which a request waits behind one that is never
 * answered, so that the fault of one cell would be felt in the other.
 */
export async function openFaultClient(
  browser: Browser,
  { page, hasWorker }: { page: FaultPage; hasWorker: boolean },
): Promise<FaultClient> {
  const proxy = await startFaultProxy({ target: ORIGIN })
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: hasWorker ? 'allow' : 'block',
  })
  if (page.isMember || hasWorker) await openSession(context, page.memberId)
  if (hasWorker) await activateWorker(context, { proxy, page })
  return {
    context,
    proxy,
    async [Symbol.asyncDispose]() {
      await context.close()
      await proxy.close()
    },
  }
}

/** Only a member's page registers the worker. It goes on serving a visitor who has logged out. */
async function activateWorker(
  context: BrowserContext,
  { proxy, page }: { proxy: FaultProxy; page: FaultPage },
): Promise<void> {
  const tab = await context.newPage()
  await tab.goto(`${proxy.origin}/profile`)
  await tab.waitForFunction(
    () => navigator.serviceWorker.controller?.state === 'activated',
    undefined,
    { timeout: 120_000 },
  )
  await waitForQuiet(proxy)
  if (!page.isMember) await context.clearCookies()
  // The worker stores what the page reads.
  await tab.goto(proxy.origin + page.path)
  await waitForQuiet(proxy)
  await tab.close()
}

interface Recording {
  /** The names of all responses that the page needs, in the order of their requests. */
  responses: string[]
  /** How long the page took without a fault, to tell a dead page from a busy machine. */
  ms: number
}

/** Opens the page without a fault. */
export async function recordResponses(
  { context, proxy }: FaultClient,
  page: FaultPage,
): Promise<Recording> {
  proxy.setRule(null)
  const tab = await context.newPage()
  let hasSocket = !page.isMember
  tab.on('websocket', (socket) => socket.on('framereceived', () => (hasSocket = true)))
  const start = performance.now()
  await tab.goto(proxy.origin + page.path, { waitUntil: 'commit' })
  const findMissing = async () => {
    const { missing } = await inspectPage(tab, page)
    return hasSocket ? missing : [...missing, 'socket']
  }
  for (let missing = await findMissing(); missing.length > 0; missing = await findMissing()) {
    if (performance.now() - start > RECORDING_TIMEOUT_MS)
      throw new Error(`${page.name} lacks without any fault: ${missing.join(', ')}`)
    await wait(POLL_MS)
  }
  const ms = Math.round(performance.now() - start)
  await waitForQuiet(proxy)
  const keys = proxy.requests.filter(isNeeded).map(getRequestKey)
  await tab.close()
  proxy.dropConnections()
  return { responses: [...new Set(keys)], ms }
}

/** Waits until nothing more is requested: what a page loads when it is idle belongs to it too. */
async function waitForQuiet(proxy: FaultProxy): Promise<void> {
  for (let seen = 0; seen < proxy.requests.length; await wait(QUIET_MS))
    seen = proxy.requests.length
}

/** A page needs no picture, and the script of the worker is only looked at for a new version. */
function isNeeded({ method, path }: { method: string; path: string }): boolean {
  return method === 'GET' && !path.startsWith('/pictures/') && path !== '/service-worker.js'
}

/** The kind of a response in the table. */
export function getResponseKind(key: string, page: FaultPage): string {
  const path = key.replace(/^\w+ /, '')
  if (key.startsWith('SOCKET ')) return 'socket'
  // The public page of a post redirects to its address with a title.
  if (path === page.path || path.startsWith(`${page.path}/`)) return 'document'
  if (path === '/api/users/me') return 'viewer'
  if (path.startsWith('/api/')) return 'data'
  return EXTENSION_KINDS[path.split('.').at(-1) ?? ''] ?? 'other'
}

const EXTENSION_KINDS: Record<string, string> = { js: 'script', css: 'style', woff2: 'font' }
