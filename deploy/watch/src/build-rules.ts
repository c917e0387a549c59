import type { Alert, CauseAlert } from './alert.ts'
import { MACHINE_ALERTS } from './machine-alerts.ts'
import { PROCESS_ALERTS } from './process-alerts.ts'
import { buildBudgetRecords, buildSloAlerts, buildSloRecords } from './slo-rules.ts'

export const CAUSE_ALERTS: readonly CauseAlert[] = [...PROCESS_ALERTS, ...MACHINE_ALERTS]

export function listAlerts(): Alert[] {
  return [...buildSloAlerts(), ...CAUSE_ALERTS]
}

/** The content of rules/slos.yml. Alerts follow the records that they read, so that both see the same moment. */
export function buildSloRules() {
  return {
    groups: [
      {
        name: 'dolph-slos',
        interval: '15s',
        rules: [...buildSloRecords(), ...buildSloAlerts().map(toRule)],
      },
      { name: 'dolph-budgets', interval: '5m', rules: buildBudgetRecords() },
    ],
  }
}

/** The content of rules/causes.yml. */
export function buildCauseRules() {
  return { groups: [{ name: 'dolph-causes', interval: '15s', rules: CAUSE_ALERTS.map(toRule) }] }
}

function toRule({ name, expr, for: duration, severity, summary, runbook }: Alert) {
  return {
    alert: name,
    expr,
    ...(duration !== '0s' && { for: duration }),
    labels: { severity },
    annotations: { summary, runbook: toRunbookPath(runbook) },
  }
}

export function toRunbookPath(runbook: string): string {
  return `docs/operations/runbooks/${runbook}.md`
}
