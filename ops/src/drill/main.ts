import { parseArgs } from 'node:util'
import { runOneBoxDrill } from '../one-box/one-box-drill.ts'
import { choosePreviousVersion } from './choose-previous-version.ts'
import { endWithLine } from './end-with-line.ts'
import { runRestoreDrill } from './restore-drill.ts'
import { runRollDrill } from './roll-drill.ts'

const BALLAST_GB = 0.25

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, rate: { type: 'string' }, gb: { type: 'string' } },
})
interface Drill {
  run: () => Promise<boolean>
  /** What its last line tells. */
  figures: string[]
}
const drills: Record<string, Drill> = {
  roll: {
    run: async () =>
      runRollDrill(
        await choosePreviousVersion(values.from),
        values.rate === undefined ? undefined : Number(values.rate),
      ),
    figures: ['failed', 'lost', 'asset404'],
  },
  'one-box': { run: runOneBoxDrill, figures: ['failed', 'wrong', 'lost'] },
  restore: {
    run: () => runRestoreDrill(Number(values.gb ?? BALLAST_GB)),
    figures: ['rpo', 'rto', 'lost', 'wrong'],
  },
}
const drill = drills[positionals[0] ?? '']
if (!drill)
  throw new Error(
    `Unknown drill '${positionals[0]}'; available: one-box, roll [--from <commit>] [--rate <messages a second>], restore [--gb <size>]`,
  )
// process.exit triggers the exit handlers that kill the started services.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exit((await endWithLine(drill.run, drill.figures)) ? 0 : 1)
