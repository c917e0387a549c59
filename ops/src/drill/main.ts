import { parseArgs } from 'node:util'
import { runOneBoxDrill } from '../one-box/one-box-drill.ts'
import { choosePreviousVersion } from './choose-previous-version.ts'
import { runRestoreDrill } from './restore-drill.ts'
import { runRollDrill } from './roll-drill.ts'

const BALLAST_GB = 0.25
const MESSAGES_PER_SECOND = 60

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, rate: { type: 'string' }, gb: { type: 'string' } },
})
const drills: Record<string, () => Promise<boolean>> = {
  roll: async () =>
    runRollDrill(
      await choosePreviousVersion(values.from),
      Number(values.rate ?? MESSAGES_PER_SECOND),
    ),
  'one-box': runOneBoxDrill,
  restore: () => runRestoreDrill(Number(values.gb ?? BALLAST_GB)),
}
const run = drills[positionals[0] ?? '']
if (!run)
  throw new Error(
    `Unknown drill '${positionals[0]}'; available: one-box, roll [--from <commit>] [--rate <messages a second>], restore [--gb <size>]`,
  )
// process.exit triggers the exit handlers that kill the started services.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exit((await run()) ? 0 : 1)
