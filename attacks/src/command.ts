import { parseArgs } from 'node:util'
import { printLine } from '@dolph/bench/print-line'
import type { Verdict } from './verdict.ts'

/** A command as `run-fuzz.ts` and `run-attack.ts` list it. */
export interface Command {
  summary: string
  options: Record<string, number>
  run: (options: Record<string, number>) => Promise<Verdict>
}

interface CommandDefinition<Name extends string> {
  summary: string
  /** The options, which are all numbers, with their defaults. */
  options: Record<Name, number>
  /** Imports the command when it is run, so that a broken one does not stop the others. */
  load: () => Promise<(options: Record<Name, number>) => Promise<Verdict>>
}

export function defineCommand<Name extends string>({
  summary,
  options,
  load,
}: CommandDefinition<Name>): Command {
  const run = async (given: Record<string, number>) => (await load())({ ...options, ...given })
  return { summary, options, run }
}

/** Runs the command that the command line names, and exits with 1 if the product did not hold, with 2 if it cannot tell. */
export async function runCommandLine(
  script: string,
  commands: Record<string, Command>,
  args = process.argv.slice(2),
): Promise<void> {
  const [name = '', ...rest] = args
  const command = commands[name]
  if (!command || rest.includes('--help')) {
    printLine(formatUsage(script, commands))
    process.exit(args.includes('--help') ? 0 : 1)
  }
  // process.exit triggers the exit handlers that kill the started processes.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  const verdict = await command.run(parseNumericOptions(command, rest))
  if (verdict === 'undecided')
    printLine(
      'undecided: this machine can explain the figures without the attack; repeat when it is calm',
    )
  process.exit(getExitCode(verdict))
}

export function getExitCode(verdict: Verdict): number {
  if (verdict === 'undecided') return 2
  return verdict ? 0 : 1
}

export function parseNumericOptions({ options }: Command, args: string[]): Record<string, number> {
  const names = Object.keys(options)
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  })
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => {
      const value = Number(text)
      if (!Number.isFinite(value)) throw new Error(`--${name} is not a number: ${String(text)}`)
      return [name, value]
    }),
  )
}

function formatUsage(script: string, commands: Record<string, Command>): string {
  const lines = Object.entries(commands).map(([name, { summary, options }]) => {
    const flags = Object.entries(options).map(([option, value]) => ` [--${option} ${value}]`)
    return `  pnpm ${script} ${name}${flags.join('')}\n      ${summary}`
  })
  return ['Usage:', ...lines].join('\n')
}
