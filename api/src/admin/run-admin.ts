import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { Deps } from '../platform/deps.ts'
import { Refusal } from '../platform/errors.ts'
import { insertAuditEntry } from '../features/review/audit-log.ts'
import {
  AdminRefusal,
  isAdminChange,
  type AdminChange,
  type AdminCommand,
  type AdminGroup,
  type AdminInput,
  type AdminReport,
} from './admin-command.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { publishSessionChange } from '../platform/realtime/bus.ts'
import { adminGroups } from './registry.ts'

/** Exit codes: done, or shown what would be done; refused; found faults. */
export const EXIT_DONE = 0
export const EXIT_REFUSED = 1
export const EXIT_FAULTS = 2

const GENERAL_OPTIONS = {
  yes: { type: 'boolean', summary: 'do it; without it, a change is only described' },
  json: { type: 'boolean', summary: 'print one JSON object' },
  operator: { type: 'string', summary: 'your name, for the audit log; default: DOLPH_OPERATOR' },
} as const

interface Output {
  write: (text: string) => void
  /** For progress and refusals, so that the output itself can be piped. */
  writeError: (text: string) => void
}

/** Runs `dolph admin <group> <command>` and returns its exit code. */
export async function runAdmin(
  argv: readonly string[],
  openDeps: () => Promise<Deps & AsyncDisposable>,
  output: Output,
): Promise<number> {
  const isJson = argv.includes('--json')
  const print = (status: string, { lines, data }: Pick<AdminReport, 'lines' | 'data'>) => {
    if (isJson) output.write(`${JSON.stringify({ status, lines, data })}\n`)
    else output.write(lines.map((line) => `${line}\n`).join(''))
  }
  try {
    const [groupName = '', commandName = '', ...rest] = argv.filter((each) => !isHelp(each))
    const group = adminGroups[groupName]
    const command = group?.commands[commandName]
    if (argv.some(isHelp)) {
      output.write(`${describeUsage(groupName, commandName)}\n`)
      return EXIT_DONE
    }
    if (!group || !command) throw new AdminRefusal(describeUsage(groupName, commandName))
    const input = parseInput(`${groupName} ${commandName}`, command, rest)
    await using deps = await openDeps()
    const onProgress = (line: string) => output.writeError(`${line}\n`)
    const result = await command.run({ ...deps, onProgress }, input)
    if (!isAdminChange(result)) {
      print(result.hasFaults ? 'faults' : 'done', result)
      return result.hasFaults ? EXIT_FAULTS : EXIT_DONE
    }
    if (input.options['yes'] !== true) {
      const lines = [
        `This would ${result.description}.`,
        'Nothing has changed. Add --yes to do it.',
      ]
      print('planned', { lines, data: result.details ?? null })
      return EXIT_DONE
    }
    const report = await applyChange(deps, result, findOperator(input))
    print(report.hasFaults ? 'faults' : 'done', report)
    return report.hasFaults ? EXIT_FAULTS : EXIT_DONE
  } catch (error) {
    const message = describeError(error)
    if (isJson) print('refused', { lines: [message], data: null })
    else output.writeError(`${message}\n`)
    return EXIT_REFUSED
  }
}

/** Writes the audit entry with the change, so that there is none without the other. */
async function applyChange(
  { db, bus }: Deps,
  { description, action, memberId, details, apply, afterCommit }: AdminChange,
  operator: string,
): Promise<AdminReport> {
  await db.transaction().execute(async (tx) => {
    await apply?.(tx, operator)
    if (action === null) return
    await insertAuditEntry(tx, {
      actorId: null,
      memberId: memberId ?? null,
      action,
      subject: 'operator',
      details: { ...details, operator },
    })
  })
  // The change may be of the member's name or restrictions, which processes know from the last lookup of a session.
  if (memberId !== undefined) publishSessionChange(bus, memberId)
  const report = await afterCommit?.(operator)
  return report ?? { lines: [`Done: ${description}.`], data: details ?? null }
}

function parseInput(name: string, command: AdminCommand, rest: readonly string[]): AdminInput {
  const { args: names = [], options = {} } = command
  let parsed: ReturnType<typeof parseArgs>
  try {
    const known = Object.entries({ ...GENERAL_OPTIONS, ...options })
    parsed = parseArgs({
      args: [...rest],
      options: Object.fromEntries(known.map(([option, { type }]) => [option, { type }])),
      allowPositionals: true,
    })
  } catch (error) {
    throw new AdminRefusal(`${describeFailure(error)}\n${describeCommand(name, command)}`)
  }
  const isMissing = names.some(
    (each, nth) => !each.startsWith('[') && parsed.positionals[nth] === undefined,
  )
  if (isMissing || parsed.positionals.length > names.length) {
    throw new AdminRefusal(describeCommand(name, command))
  }
  const args = names.map((each, nth) => [each.replaceAll(/[[\]]/g, ''), parsed.positionals[nth]])
  return {
    args: Object.fromEntries(args) as AdminInput['args'],
    options: parsed.values as AdminInput['options'],
  }
}

function findOperator({ options }: AdminInput): string {
  const name = options['operator'] ?? process.env['DOLPH_OPERATOR'] ?? process.env['SUDO_USER']
  if (typeof name === 'string' && name !== '') return name.slice(0, 80)
  try {
    return userInfo().username
  } catch {
    throw new AdminRefusal('Say who you are for the audit log: --operator <name>')
  }
}

function isHelp(text: string): boolean {
  return text === '--help' || text === '-h'
}

/** How to use what was named: the command, the group or, if there is none, all groups. */
function describeUsage(groupName: string, commandName: string): string {
  const group = adminGroups[groupName]
  if (!group) return describeGroups()
  const command = group.commands[commandName]
  return command
    ? describeCommand(`${groupName} ${commandName}`, command)
    : describeGroup(groupName, group)
}

function describeError(error: unknown): string {
  if (error instanceof Refusal) {
    const fields = Object.entries(error.details.fields ?? {}).map(
      ([name, text]) => `${name}: ${text}`,
    )
    return [error.message, ...fields].join('\n')
  }
  return describeFailure(error)
}

function describeGroups(): string {
  const lines = Object.entries(adminGroups).map(
    ([name, { summary }]) => `  ${name.padEnd(10)}${summary}`,
  )
  return ['Usage: dolph admin <group> <command>', ...lines].join('\n')
}

function describeGroup(name: string, { commands }: AdminGroup): string {
  const usages = Object.entries(commands).map(([command, each]) =>
    describeCommand(`${name} ${command}`, each),
  )
  return usages.join('\n')
}

function describeCommand(name: string, { args = [], options = {}, summary }: AdminCommand): string {
  const words = args.map((each) => (each.startsWith('[') ? each : `<${each}>`))
  const switches = Object.entries(options).map(([option, { type, summary: text }]) => {
    const value = type === 'string' ? ' <text>' : ''
    return `      --${option}${value}  ${text}`
  })
  return [`  dolph admin ${[name, ...words].join(' ')}\n      ${summary}`, ...switches].join('\n')
}
