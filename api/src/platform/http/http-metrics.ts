import type { ErrorCode } from '@dolph/contract/errors'
import { STATUS_CODES } from '../errors.ts'
import { defineCounts, defineHistogram } from '../telemetry/process-metrics.ts'

/** The limits and throttles that refuse are counted beside them. */
export const refusals = defineCounts({
  name: 'http_refusals_total',
  help: 'Requests that were refused, by error code',
  label: 'code',
  // This cast is safe: these are the keys of the object.
  values: Object.keys(STATUS_CODES) as ErrorCode[],
})

/** `recent`: found without a query, because it was looked up a moment ago. Without `failed`, an outage of the database would look like members who are signed out. */
export const sessionLookups = defineCounts({
  name: 'sessions_lookup_total',
  help: 'Lookups of the session of a request',
  label: 'outcome',
  values: ['found', 'none', 'failed', 'recent'],
})

export const renderSeconds = defineHistogram({
  name: 'renderer_seconds',
  help: 'Time to render a page on the server, its wait for the renderer included',
  buckets: [0.01, 0.05, 0.25, 1, 5],
})

export const renderFailures = defineCounts({
  name: 'renderer_failures_total',
  help: 'Pages that were sent without their content: the renderer failed, or too many pages waited for it',
  label: 'reason',
  values: ['failed', 'overloaded'],
})
