import { setTimeout as wait } from 'node:timers/promises'
import { printLine } from '@dolph/bench/print-line'
import type { RollStack, Version } from './roll-stack.ts'

/** How long one version serves alone. */
const ALONE_MS = 3_000
/** How long the states last in which the versions can disturb each other. Interval tasks of the worker run every five seconds. */
const MIXED_MS = 5_500

/**
 * An upgrade as docs/operations/upgrade.md has it: `migrate`, one process after another, `migrate --after`. Then the way back, on the database
 * as the upgrade left it. Throws if a process ends badly or `migrate --after` runs too early.
 */
export async function rollForthAndBack(stack: RollStack): Promise<void> {
  const { previous, next, hash } = stack
  const report = createPhaseReport(stack)
  printLine(`${stack.differingAssets.size} assets are in one of the versions only`)
  await wait(ALONE_MS)
  report(`the previous version (${hash}) served alone`)
  printLine((await stack.migrate()).trim())
  await wait(MIXED_MS)
  report('the previous version served on the migrated database')
  await replaceProcesses(previous, next, {
    report,
    beforeLast: () => requireAfterIsRefused(stack),
  })
  printLine((await stack.migrate('--after')).trim() || 'migrate --after had nothing to remove')
  await wait(ALONE_MS)
  report('the new version served alone, after the upgrade was finished')
  await replaceProcesses(next, previous, { report })
  await wait(ALONE_MS)
  report('the previous version served alone again')
}

interface ReplaceOptions {
  report: (description: string) => void
  /** Called when all but one process are replaced. */
  beforeLast?: () => Promise<void>
}

/** Starts each process of a version beside the others, lets both versions serve, and stops the one it replaces. */
async function replaceProcesses(
  from: Version,
  to: Version,
  { report, beforeLast }: ReplaceOptions,
): Promise<void> {
  for (const [index, stopped] of from.processes.entries()) {
    const started = to.processes[index]
    await started?.start()
    await wait(MIXED_MS)
    if (index === from.processes.length - 1) await beforeLast?.()
    const exitCode = await stopped.stop()
    report(`${started?.name} replaced ${stopped.name}`)
    if (exitCode !== 0) throw new Error(`${stopped.name} stopped with exit code ${exitCode}`)
  }
}

/** `migrate --after` removes what the previous version uses, so it must not run while a process of it serves. */
async function requireAfterIsRefused({ migrate }: RollStack): Promise<void> {
  const refusal = await migrate('--after').then(
    () => undefined,
    (error: unknown) => String(error),
  )
  if (refusal === undefined)
    throw new Error('migrate --after ran while the previous version served')
  if (!refusal.includes('processes of another release')) throw new Error(refusal)
}

/** Prints what happened, and how many requests each version has served since the last report. */
function createPhaseReport({ previous, next, exchanges }: RollStack) {
  let reportedCount = 0
  return (description: string): void => {
    const served = exchanges.slice(reportedCount)
    reportedCount = exchanges.length
    const count = ({ processes }: Version) =>
      served.filter(({ port }) => processes.some((process) => process.port === port)).length
    printLine(`${description}; requests: ${count(previous)} previous, ${count(next)} new`)
  }
}
