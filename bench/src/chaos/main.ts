import { parseArgs } from 'node:util'
import { runMessageDeliveryChaos } from './message-delivery-chaos.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
})
if (positionals[0] !== 'messages')
  throw new Error(`Unknown chaos test '${positionals[0]}'; available: messages`)
// process.exit triggers the exit handlers that kill the started services.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exit((await runMessageDeliveryChaos(values.short)) ? 0 : 1)
