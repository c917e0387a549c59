import { parseArgs } from 'node:util'
import { runMessageDeliveryChaos } from './message-delivery-chaos.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
})
if (positionals[0] !== 'messages')
  throw new Error(`There is no chaos '${positionals[0]}'; there is: messages`)
// Leaving this way takes along what was started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exit((await runMessageDeliveryChaos(values.short)) ? 0 : 1)
