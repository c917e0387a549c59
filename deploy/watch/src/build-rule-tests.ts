import {
  FAULT_ENDS_MINUTE,
  FAULT_STARTS_MINUTE,
  type Alert,
  type CauseAlert,
  type Samples,
} from './alert.ts'
import { CAUSE_ALERTS, toRunbookPath } from './build-rules.ts'
import { BURN_ALERTS, buildSloAlerts } from './slo-rules.ts'

/** An alert that has ended by then: windows of an hour, and the fault ends at minute 40. */
const ENDED_MINUTE = 115

/** Tests of the causes: each alert fires in time, stays silent below its limit, and ends. */
export function buildCauseTests() {
  return {
    rule_files: ['../causes.yml'],
    evaluation_interval: '15s',
    tests: [
      ...groupByMetric(CAUSE_ALERTS, ({ test }) => test.fault).map((alerts) => ({
        name: `fires in time, and ends: ${listNames(alerts)}`,
        interval: '15s',
        input_series: alerts.flatMap(({ test }) => toInput(test.fault)),
        alert_rule_test: alerts.flatMap((alert) => [
          expectSilence(alert, FAULT_STARTS_MINUTE - 1),
          {
            eval_time: `${FAULT_STARTS_MINUTE + alert.test.firesAfterMinutes}m`,
            alertname: alert.name,
            exp_alerts: [expectAlert(alert, alert.test.labels)],
          },
          expectSilence(alert, ENDED_MINUTE),
        ]),
      })),
      ...groupByMetric(CAUSE_ALERTS, ({ test }) => test.noFault).map((alerts) => ({
        name: `stays silent below its limit: ${listNames(alerts)}`,
        interval: '15s',
        input_series: alerts.flatMap(({ test }) => toInput(test.noFault)),
        alert_rule_test: alerts.map((alert) => expectSilence(alert, FAULT_ENDS_MINUTE - 1)),
      })),
    ],
  }
}

/** Few tests instead of many, because each takes time: alerts of different metrics do not disturb each other. */
function groupByMetric(
  alerts: readonly CauseAlert[],
  getSamples: (alert: CauseAlert) => Samples,
): CauseAlert[][] {
  const groups: { metrics: Set<string>; alerts: CauseAlert[] }[] = []
  for (const alert of alerts) {
    const metrics = Object.keys(getSamples(alert)).map((series) => series.replace(/\{.*/, ''))
    const free = groups.find((group) => metrics.every((metric) => !group.metrics.has(metric)))
    const group = free ?? { metrics: new Set(), alerts: [] }
    if (!free) groups.push(group)
    for (const metric of metrics) group.metrics.add(metric)
    group.alerts.push(alert)
  }
  return groups.map((group) => group.alerts)
}

function listNames(alerts: readonly Alert[]): string {
  return alerts.map(({ name }) => name).join(', ')
}

function expectSilence({ name }: Alert, minute: number) {
  return { eval_time: `${minute}m`, alertname: name, exp_alerts: [] }
}

/** What each promise is measured by, with the share of bad events in per mille; one sample a minute or each ten minutes. */
function buildSloInput(phases: { samples: number; badPerMille: number }[], minutesApart: number) {
  const count = (perMinute: (badPerMille: number) => number) => {
    let value = 0
    const parts = phases.map(({ samples, badPerMille }) => {
      const step = perMinute(badPerMille) * minutesApart
      const part = `${value + step}+${step}x${samples - 1}`
      value += step * samples
      return part
    })
    return parts.join(' ')
  }
  const all = count(() => 6_000)
  const bad = count((badPerMille) => 6 * badPerMille)
  const good = count((badPerMille) => 6_000 - 6 * badPerMille)
  const route = 'method="GET",route="/api/posts/browse"'
  return toInput({
    [`http_requests_total{${route},status="200"}`]: good,
    [`http_requests_total{${route},status="503"}`]: bad,
    [`http_request_duration_seconds_count{${route}}`]: all,
    [`http_request_duration_seconds_bucket{${route},le="0.25"}`]: good,
    'message_send_seconds_count{outcome="new"}': good,
    'message_send_seconds_bucket{outcome="new",le="1"}': good,
    'message_send_seconds_count{outcome="failed"}': bad,
    message_delivery_seconds_count: all,
    'message_delivery_seconds_bucket{le="1"}': good,
    mail_delay_seconds_count: all,
    'mail_delay_seconds_bucket{le="60"}': good,
    ...buildFreshnessInput(phases, minutesApart),
  })
}

/** Late by half a minute, or not at all. */
function buildFreshnessInput(
  phases: { samples: number; badPerMille: number }[],
  minutesApart: number,
) {
  const step = minutesApart * 60
  let samplesBefore = 0
  const parts = phases.map(({ samples, badPerMille }) => {
    const start = samplesBefore * step - (badPerMille > 1 ? 31 : 0)
    samplesBefore += samples
    return `${start}+${step}x${samples - 1}`
  })
  return {
    'interval_task_last_run_timestamp_seconds{task="post-ranks"}': parts.join(' '),
  }
}

interface SloTestOptions {
  suffixes: readonly string[]
  /** How long promises are kept, then broken, then kept again. */
  phaseHours: number
  /** Samples far apart for alerts that look at days, or the tests would take minutes. */
  minutesApart: number
}

/** Tests of the promises: one run in which all are broken for a while, and one in which all are kept. */
export function buildSloTests({ suffixes, phaseHours, minutesApart }: SloTestOptions) {
  const alerts = buildSloAlerts().filter(({ name }) => suffixes.includes(splitName(name).suffix))
  const phaseMinutes = phaseHours * 60
  const samples = phaseMinutes / minutesApart
  const healthy = { samples, badPerMille: 0 }
  const broken = { samples, badPerMille: 200 }
  const almost = { samples, badPerMille: 0.4 }
  const expectAt = (phase: number, isFiring: boolean) =>
    alerts.map((alert) => ({
      eval_time: `${phase * phaseMinutes - minutesApart}m`,
      alertname: alert.name,
      exp_alerts: isFiring ? [expectAlert(alert, { slo: splitName(alert.name).slo })] : [],
    }))
  const interval = `${minutesApart}m`
  return {
    rule_files: ['../slos.yml'],
    evaluation_interval: interval,
    tests: [
      {
        name: 'a broken promise raises an alert in time, and the alert ends',
        interval,
        input_series: buildSloInput([healthy, broken, healthy], minutesApart),
        alert_rule_test: [...expectAt(1, false), ...expectAt(2, true), ...expectAt(3, false)],
      },
      {
        name: 'errors within the budget raise no alert',
        interval,
        input_series: buildSloInput([almost, almost], minutesApart),
        alert_rule_test: expectAt(2, false),
      },
    ],
  }
}

/** The promise and the kind of its alert: `ReadingFastBurn`. */
function splitName(alertName: string): { slo: string; suffix: string } {
  const suffix =
    BURN_ALERTS.map((burn) => burn.suffix)
      .toSorted((a, b) => b.length - a.length)
      .find((each) => alertName.endsWith(each)) ?? ''
  return { slo: alertName.slice(0, -suffix.length).toLowerCase(), suffix }
}

function expectAlert({ severity, summary, runbook }: Alert, labels: Record<string, string> = {}) {
  const text = summary.replaceAll(
    /\{\{ \$labels\.(\w+) \}\}/g,
    (_, label: string) => labels[label] ?? '',
  )
  return {
    exp_labels: { severity, ...labels },
    exp_annotations: { summary: text, runbook: toRunbookPath(runbook) },
  }
}

function toInput(samples: Record<string, string>) {
  return Object.entries(samples).map(([series, values]) => ({ series, values }))
}
