import { expect, testIgnoringConsole as test } from '../support/base-test.ts'
import { openFaultClient, recordResponses, getResponseKind } from './fault-client.ts'
import type { Fault } from './fault-proxy.ts'
import { createFaultPages } from './pages.ts'
import { runCell } from './run-cell.ts'
import { signInNewMember } from '../support/members.ts'

/**
 * Longer than the 15 seconds of `pnpm faults`, because two workers share the cores. A dead page stays dead: it fails all the same.
 */
const WORKS_WITHIN_MS = 25_000

/** A page, the kind of the response that the fault is in, the fault, and how it ends. `pnpm faults` tries all of them. */
const CELLS: [page: string, kind: string, fault: Fault, verdict: 'works' | 'says'][] = [
  ['/browse', 'script', 'reset', 'works'],
  ['/browse', 'style', 'silent', 'says'],
  ['/login', 'script', 'reset', 'works'],
  ['/login', 'script', 'stalled', 'says'],
  ['/posts', 'viewer', 'silent', 'works'],
  ['/posts', 'data', 'stalled', 'works'],
  ['/profile', 'script', 'late', 'says'],
  ['/profile', 'data', 'tooMany', 'works'],
  ['/profile', 'viewer', 'unavailable', 'works'],
  ['/profile', 'socket', 'reset', 'works'],
]

test('a page with one fault in one response still works, or says what is wrong and offers a way on', async ({
  browser,
  context,
}) => {
  const member = await signInNewMember(context, 'ada')
  const pages = await createFaultPages(member)
  const names = [...new Set(CELLS.map(([name]) => name))]
  const results = await Promise.all(
    names.map(async (name) => {
      const page = pages.find((candidate) => candidate.name === name)
      if (!page) throw new Error(`no page ${name}`)
      const options = { page, hasWorker: false }
      await using recording = await openFaultClient(browser, options)
      const { responses } = await recordResponses(recording, page)
      return Promise.all(
        CELLS.filter(([ofPage]) => ofPage === name).map(async ([, kind, fault, expected]) => {
          await using client = await openFaultClient(browser, options)
          // The first of its kind: of the scripts, the one that starts the page.
          const response = responses.find((key) => getResponseKind(key, page) === kind) ?? ''
          const { verdict, detail } = await runCell(client.context, client.proxy, {
            page,
            response,
            fault,
            worksWithinMs: WORKS_WITHIN_MS,
          })
          const cell = `${name} ${kind} ${fault}`
          return verdict === expected ? `${cell}: ${verdict}` : `${cell}: ${verdict} ${detail}`
        }),
      )
    }),
  )
  expect(results.flat().toSorted()).toEqual(
    CELLS.map(([name, kind, fault, verdict]) => `${name} ${kind} ${fault}: ${verdict}`).toSorted(),
  )
})
