import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FEATURES_FOLDER = join(import.meta.dirname, '../../features')

/** A sample request; `{other}` and the like stand for the fixtures in `blocked-fixtures.ts`. */
interface SampleRequest {
  url?: string
  body?: object
  /** The status while there is no block, if it is not 200. */
  ok?: number
}

/** What a block between the caller and another member does to a call. */
export type BlockedRow =
  /** The call is refused for both, with this message. */
  | (SampleRequest & { effect: 'refused'; message: string })
  /** What the call is about does not exist for both, with this message. */
  | (SampleRequest & { effect: 'absent'; message: string })
  /** The reply has `text` while there is no block, and not for those whom the row names. */
  | (SampleRequest & { effect: 'filtered'; text: string; for: 'both' | 'blocker' })
  /** The reply is the same, for this reason. Without a sample the call does not concern the other member at all. */
  | (SampleRequest & { effect: 'none'; reason: string })

/** What a block does to a client event: the events that follow, to the sender and after `>` to the other member. */
export interface BlockedEventRow {
  sample: object
  open: string
  blocked: string
  reason?: string
}

export const OF_THE_CALLER: BlockedRow = { effect: 'none', reason: 'concerns the caller alone' }
export const PUBLIC: BlockedRow = { effect: 'none', reason: 'the same for every visitor' }
export const OF_STAFF: BlockedRow = {
  effect: 'none',
  reason: 'moderators see what was reported; they cannot decide about those whom they blocked',
}

/** The routes that belong to no feature. */
const GENERAL_ROUTES: Record<string, BlockedRow> = {
  'GET /healthz': PUBLIC,
  'GET /readyz': PUBLIC,
  'GET /metrics': PUBLIC,
  'GET /ws': { effect: 'none', reason: 'the events of the socket have rows of their own' },
  'GET /.well-known/security.txt': PUBLIC,
  'GET /.well-known/change-password': PUBLIC,
  'POST /api/csp-reports': PUBLIC,
  'POST /api/reports/client': PUBLIC,
  'GET /api/openapi.json': PUBLIC,
  'GET /api/docs/': PUBLIC,
  'GET /api/docs/json': PUBLIC,
  'GET /api/docs/yaml': PUBLIC,
  'GET /api/docs/static/*': PUBLIC,
  'GET /api/docs/static/index.html': PUBLIC,
  'GET /api/docs/static/swagger-initializer.js': PUBLIC,
}

const AUTH_EVENT: BlockedEventRow = {
  sample: { userId: '{caller}', timestamp: '2026-11-15T09:00:00.000Z' },
  open: 'error >',
  blocked: 'error >',
  reason: 'concerns the caller alone; it is refused after the first time',
}

interface FeatureRows {
  blockedRows: Record<string, BlockedRow>
  blockedEventRows?: Record<string, BlockedEventRow>
}

/**
 * What a block closes: every route and every client event, with two members one of whom blocked the other.
 * `blocked-matrix.test.ts` makes the calls; a route or an event without a row fails it.
 *
 * To add a route: add `'METHOD /url': row` to `testing/blocked-rows.ts` of its feature. Words after the URL make further rows of a
 * route: `'POST /api/comments naming the other'`. A route that shows or reaches a member needs a row with a sample.
 */
export async function readBlockedTable() {
  const routes = { ...GENERAL_ROUTES }
  const events: Record<string, BlockedEventRow> = { auth: AUTH_EVENT }
  for await (const file of glob('*/testing/blocked-rows.ts', { cwd: FEATURES_FOLDER })) {
    const url = pathToFileURL(join(FEATURES_FOLDER, file)).href
    const feature = (await import(url)) as FeatureRows
    Object.assign(routes, feature.blockedRows)
    Object.assign(events, feature.blockedEventRows)
  }
  return { routes, events }
}
