import {
  AdminRefusal,
  type AdminContext,
  type AdminGroup,
  type AdminReport,
} from '../admin-command.ts'
import { consistencyChecks, runChecks, type CheckResult } from '../checks/run-checks.ts'

export const checkGroup: AdminGroup = {
  summary: 'whether what is stored twice agrees, and nothing is left over',
  commands: {
    list: {
      summary: 'Lists the checks.',
      run: async () => ({
        lines: consistencyChecks.map(({ name, summary }) => `${name.padEnd(24)}${summary}`),
        data: consistencyChecks.map(({ name, summary }) => ({ name, summary })),
      }),
    },
    run: {
      summary: 'Runs all checks, or one of them. With --repair it mends what it finds.',
      args: ['[check]'],
      options: { repair: { type: 'boolean', summary: 'mend what is found' } },
      run: async (context, { args, options }) => {
        const checks = selectChecks(args['check'])
        const found = await runChecks(context, { ...context, checks, isRepairing: false })
        const count = countFaults(found)
        if (options['repair'] !== true || count === 0) return describeResults(found)
        return {
          description: `mend ${count} faults:\n${describeResults(found).lines.join('\n')}`,
          action: 'operator.check.repair',
          details: Object.fromEntries(
            found.filter(({ faults }) => faults > 0).map(({ name, faults }) => [name, faults]),
          ),
          afterCommit: () => repair(context, checks),
        }
      },
    },
  },
}

async function repair(
  context: AdminContext,
  checks: typeof consistencyChecks,
): Promise<AdminReport> {
  return describeResults(await runChecks(context, { ...context, checks, isRepairing: true }))
}

function selectChecks(name: string | undefined): typeof consistencyChecks {
  if (name === undefined) return consistencyChecks
  const checks = consistencyChecks.filter((check) => check.name === name)
  if (checks.length === 0)
    throw new AdminRefusal(`There is no check ${name}: dolph admin check list`)
  return checks
}

function countFaults(results: readonly CheckResult[]): number {
  return results.reduce((sum, { faults }) => sum + faults, 0)
}

function describeResults(results: readonly CheckResult[]): AdminReport {
  const lines = results.flatMap(({ name, faults, repaired, examples }) =>
    faults === 0
      ? []
      : [
          `${name}: ${faults} faults, ${repaired} mended`,
          ...examples.map(({ subject, problem }) => `  ${subject}  ${problem}`),
        ],
  )
  const left = results.reduce((sum, { faults, repaired }) => sum + faults - repaired, 0)
  return {
    lines: lines.length > 0 ? lines : [`${results.length} checks found no fault.`],
    data: results,
    hasFaults: left > 0,
  }
}
