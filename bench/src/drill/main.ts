import { parseArgs } from 'node:util'
import { findPreviousVersion } from './previous-version.ts'
import { runRollDrill } from './roll-drill.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' } },
})
if (positionals[0] !== 'roll')
  throw new Error(`Unknown drill '${positionals[0]}'; available: roll [--from <commit>]`)
// process.exit triggers the exit handlers that kill the started services.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exit((await runRollDrill(values.from ?? (await findPreviousVersion()))) ? 0 : 1)
