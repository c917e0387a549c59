import type { Alert, Severity } from './alert.ts'
import { FRESHNESS_RECORDS, SLOS, type Slo } from './slos.ts'

const WINDOWS = ['5m', '30m', '1h', '2h', '6h', '1d', '3d']
/** For dashboards: how much of the budget is left. */
const BUDGET_WINDOW = '30d'

interface BurnAlert {
  suffix: string
  /** How many times faster than allowed the budget is used. */
  factor: number
  /** The fault is large, and it is still there. */
  windows: [long: string, short: string]
  for: string
  severity: Severity
  summary: string
}

/** The multi-window, multi-burn-rate alerts of the SRE workbook. */
export const BURN_ALERTS: readonly BurnAlert[] = [
  {
    ...{ suffix: 'FastBurn', factor: 14.4, windows: ['1h', '5m'], for: '2m', severity: 'page' },
    summary: 'two per cent of the month’s errors in an hour',
  },
  {
    ...{ suffix: 'Burn', factor: 6, windows: ['6h', '30m'], for: '15m', severity: 'page' },
    summary: 'five per cent of the month’s errors in six hours',
  },
  {
    ...{ suffix: 'SlowBurn', factor: 3, windows: ['1d', '2h'], for: '1h', severity: 'ticket' },
    summary: 'ten per cent of the month’s errors in a day',
  },
  {
    ...{ suffix: 'Trickle', factor: 1, windows: ['3d', '6h'], for: '3h', severity: 'ticket' },
    summary: 'the month’s errors will be used up',
  },
]

export interface RecordingRule {
  record: string
  expr: string
  labels?: Record<string, string>
}

/** The share of bad events over each window, and the rate of all events over the short ones. */
export function buildSloRecords(): RecordingRule[] {
  const shortWindows = new Set(BURN_ALERTS.map(({ windows: [, short] }) => short))
  return [
    ...FRESHNESS_RECORDS,
    ...SLOS.flatMap((slo) => [
      ...WINDOWS.map((window) => buildRatioRecord(slo, window)),
      ...[...shortWindows].map((window) => ({
        record: `slo:events:rate${window}`,
        expr: slo.total(window),
        labels: { slo: slo.name },
      })),
    ]),
  ]
}

/** Evaluated seldom, because each reads a month. */
export function buildBudgetRecords(): RecordingRule[] {
  return SLOS.map((slo) => buildRatioRecord(slo, BUDGET_WINDOW))
}

function buildRatioRecord(slo: Slo, window: string): RecordingRule {
  const labels = { slo: slo.name }
  const record = `slo:error_ratio:${window}`
  const total = slo.total(window)
  if (slo.bad) return { record, expr: `(${slo.bad(window)} or vector(0)) / ${total}`, labels }
  return { record, expr: `1 - ${slo.good?.(window)} / ${total}`, labels }
}

export function buildSloAlerts(): Alert[] {
  return SLOS.flatMap((slo) => BURN_ALERTS.map((burn) => buildBurnAlert(slo, burn)))
}

function buildBurnAlert(slo: Slo, burn: BurnAlert): Alert {
  const { name, goal, promise, runbook, ratePerSecondMin } = slo
  const [long, short] = burn.windows
  const limit = Number((burn.factor * (1 - goal)).toPrecision(6))
  const isAbove = (window: string) => `slo:error_ratio:${window}{slo="${name}"} > ${limit}`
  const isBusy = `slo:events:rate${short}{slo="${name}"} > ${ratePerSecondMin}`
  return {
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}${burn.suffix}`,
    expr: [isAbove(long), isAbove(short), isBusy].join(' and '),
    for: burn.for,
    severity: burn.severity,
    summary: `${promise}: ${burn.summary}`,
    runbook,
  }
}
