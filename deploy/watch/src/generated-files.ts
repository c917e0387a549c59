import { stringify } from 'yaml'
import { buildCauseTests, buildSloTests } from './build-rule-tests.ts'
import { buildCauseRules, buildSloRules } from './build-rules.ts'
import { DASHBOARDS } from './dashboards/dashboards.ts'
import { renderDashboard } from './dashboards/panel.ts'

const NOTE = '# Written by `pnpm watch:write` from deploy/watch/src. Do not edit.\n'

/** Every file that is written from the data in this folder, by its path in deploy/watch. */
export function buildGeneratedFiles(): Map<string, string> {
  // Samples as far apart as the short window allows: the time of these tests grows with the square of their number.
  const minutes = { suffixes: ['FastBurn'], phaseHours: 1, minutesApart: 1 }
  const hours = { suffixes: ['Burn'], phaseHours: 8, minutesApart: 10 }
  const days = { suffixes: ['SlowBurn', 'Trickle'], phaseHours: 24, minutesApart: 30 }
  return new Map([
    ['rules/slos.yml', toYaml(buildSloRules())],
    ['rules/causes.yml', toYaml(buildCauseRules())],
    ['rules/tests/causes.yml', toYaml(buildCauseTests())],
    ['rules/tests/slos-within-minutes.yml', toYaml(buildSloTests(minutes))],
    ['rules/tests/slos-within-hours.yml', toYaml(buildSloTests(hours))],
    ['rules/tests/slos-within-days.yml', toYaml(buildSloTests(days))],
    ...DASHBOARDS.map(
      (dashboard) =>
        [
          `dashboards/${dashboard.id}.json`,
          `${JSON.stringify(renderDashboard(dashboard), null, 2)}\n`,
        ] as const,
    ),
  ])
}

function toYaml(value: object): string {
  return NOTE + stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}
