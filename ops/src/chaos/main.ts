import { parseArgs } from 'node:util'
import { runHaChaos } from './ha/ha-chaos.ts'
import { runMessageDeliveryChaos } from './message-delivery-chaos.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    rate: { type: 'string' },
    debian: { type: 'string' },
  },
})
const [name, ...faults] = positionals
// process.exit triggers the exit handlers that kill the started services.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.exit((await runChaos()) ? 0 : 1)

async function runChaos(): Promise<boolean> {
  if (name === 'messages')
    return runMessageDeliveryChaos(values.short, values.rate ? Number(values.rate) : undefined)
  if (name === 'ha') return runHaChaos(faults, values)
  throw new Error(
    `Unknown chaos test '${name}'; available: messages [--rate <messages a second>], ha [fault…] [--short] [--debian <release>]`,
  )
}
