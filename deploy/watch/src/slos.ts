/** What we promise to the people who use Dolph, measured over 30 days. Rules, alerts, tests and dashboards derive from this list. */
export interface Slo {
  name: string
  /** The promise, as a person would say it. */
  promise: string
  /** The share of events that must be good. */
  goal: number
  /** PromQL of the events that happened within a window such as `5m`, as a rate. */
  total: (window: string) => string
  /** PromQL of those events that were good, or else of those that were bad. */
  good?: (window: string) => string
  bad?: (window: string) => string
  /** Events a second below which no alert fires: one failure of two requests at night is no outage. */
  ratePerSecondMin: number
  /** The name of a file in docs/operations/runbooks. */
  runbook: string
}

const READS = 'method="GET",route!~"/(healthz|readyz|metrics)"'
const FIRST_PAGES = 'http_request_duration_seconds'
const FIRST_PAGE_ROUTES = 'method="GET",route=~"/api/posts/browse|/browse"'
/** Refusals are answers too; a message that a block or a limit refuses has not failed. */
const SENDS = 'outcome!="refused"'

export const SLOS: readonly Slo[] = [
  {
    name: 'reading',
    promise: 'A page or a reading call is answered without an error of the server',
    goal: 0.999,
    total: (window) => `sum(rate(http_requests_total{${READS}}[${window}]))`,
    bad: (window) => `sum(rate(http_requests_total{${READS},status=~"5.."}[${window}]))`,
    ratePerSecondMin: 0.5,
    runbook: 'errors',
  },
  {
    name: 'swift',
    promise: 'The posts at /browse are answered within 250 ms',
    goal: 0.99,
    total: (window) => `sum(rate(${FIRST_PAGES}_count{${FIRST_PAGE_ROUTES}}[${window}]))`,
    good: (window) => `sum(rate(${FIRST_PAGES}_bucket{${FIRST_PAGE_ROUTES},le="0.25"}[${window}]))`,
    ratePerSecondMin: 0.5,
    runbook: 'slow-pages',
  },
  {
    name: 'sending',
    promise: 'A message is stored within a second',
    goal: 0.9995,
    total: (window) => `sum(rate(message_send_seconds_count{${SENDS}}[${window}]))`,
    good: (window) =>
      `sum(rate(message_send_seconds_bucket{outcome=~"new|repeated",le="1"}[${window}]))`,
    ratePerSecondMin: 0.1,
    runbook: 'messages-not-sent',
  },
  {
    name: 'arriving',
    promise: 'A message to a connected member is pushed within a second',
    goal: 0.99,
    total: (window) => `sum(rate(message_delivery_seconds_count[${window}]))`,
    good: (window) => `sum(rate(message_delivery_seconds_bucket{le="1"}[${window}]))`,
    ratePerSecondMin: 0.1,
    runbook: 'messages-late',
  },
  {
    name: 'mail',
    promise: 'The mail server accepts a mail within 60 seconds',
    goal: 0.99,
    total: (window) => `sum(rate(mail_delay_seconds_count[${window}]))`,
    good: (window) => `sum(rate(mail_delay_seconds_bucket{le="60"}[${window}]))`,
    ratePerSecondMin: 0.01,
    runbook: 'mail',
  },
  {
    name: 'fresh',
    promise: 'The most-liked lists are at most 30 seconds behind',
    goal: 0.999,
    // Measured in time: each evaluation of the rule is an event.
    total: (window) => `avg_over_time(dolph:ranks_measured[${window}])`,
    good: (window) => `avg_over_time(dolph:ranks_fresh[${window}])`,
    ratePerSecondMin: 0,
    runbook: 'stale-lists',
  },
]

const RANKS_AGE = 'time() - max(interval_task_last_run_timestamp_seconds{task="post-ranks"})'
/** What `fresh` is computed from. */
export const FRESHNESS_RECORDS = [
  { record: 'dolph:ranks_fresh', expr: `(${RANKS_AGE}) <= bool 30` },
  { record: 'dolph:ranks_measured', expr: `(${RANKS_AGE}) >= bool 0` },
]
