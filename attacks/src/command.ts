import { parseArgs } from 'node:util'
import { printLine } from '@dolph/bench/print-line'

/** A command as `run-fuzz.ts` and `run-attack.ts` list it; `run` returns whether the product held. */
export interface Command {
  summary: string
  options: Record<string, number>
  run: (options: Record<string, number>) => Promise<boolean>
}

interface CommandDefinition<Name extends string> {
  summary: string
  /** The options, which are all numbers, with their defaults. */
  options: Record<Name, number>
  /** Imports the command when it is run, so that a broken one does not stop the others. */
  load: () => Promise<(options: Record<Name, number>) => Promise<boolean>>
}

export function defineCommand<Name extends string>({
  summary,
  options,
  load,
}: CommandDefinition<Name>): Command {
  const run = async (given: Record<string, number>) => (await load())({ ...options, ...given })
  return { summary, options, run }
}

/** Runs the command that the command line names, and exits with 1 if the product did not hold. */
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
  process.exit((await command.run(parseNumericOptions(command, rest))) ? 0 : 1)
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
