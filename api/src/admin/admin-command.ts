import type { Queryable } from '../platform/db/database.ts'
import type { Deps } from '../platform/deps.ts'

/** A topic of the command line, such as `member`, and its commands. */
export interface AdminGroup {
  summary: string
  commands: Readonly<Record<string, AdminCommand>>
}

export interface AdminCommand {
  summary: string
  /** The names of its arguments, in their order; one in brackets may be left out. */
  args?: readonly string[]
  options?: Readonly<Record<string, AdminOption>>
  /** Looks, and says what is there or what would change. It changes nothing by itself. */
  run: (context: AdminContext, input: AdminInput) => Promise<AdminReport | AdminChange>
}

interface AdminOption {
  type: 'string' | 'boolean'
  summary: string
}

export interface AdminContext extends Deps {
  /** Shows that a long command is still at work. */
  onProgress: (line: string) => void
}

export interface AdminInput {
  /** By the names of `args`, without brackets. */
  args: Readonly<Record<string, string | undefined>>
  options: Readonly<Record<string, string | boolean | undefined>>
}

/** What a command found. */
export interface AdminReport {
  /** For a person. */
  lines: readonly string[]
  /** For a program. */
  data: unknown
  /** Whether something is wrong that the operator should know of. */
  hasFaults?: boolean
}

/** What a command would do. It is done only with `--yes`. */
export interface AdminChange {
  /** What is done, as the end of "This would …": `end 2 sessions of ada`. */
  description: string
  /** The name of the entry in the audit log; null if the change writes an entry of its own. */
  action: `operator.${string}` | null
  /** The member it is about. */
  memberId?: string
  /** Names no member: the erasure does not look into the audit log. */
  details?: Readonly<Record<string, string | number | null>>
  /** The change itself, in the transaction of its audit entry. */
  apply?: (tx: Queryable, operator: string) => Promise<void>
  /** What follows the commit: events to other processes, or work in batches with transactions of its own. */
  afterCommit?: (operator: string) => Promise<AdminReport | undefined>
}

/** A command that cannot be done, with the reason for the operator. */
export class AdminRefusal extends Error {
  override name = 'AdminRefusal'
}

export function isAdminChange(result: AdminReport | AdminChange): result is AdminChange {
  return 'description' in result
}

/** The report of a command that finds nothing to do: a second run of a change is none. */
export function reportNothingToDo(line: string): AdminReport {
  return { lines: [line], data: null }
}

/** A table with aligned columns, for a person to read. */
export function formatTable(rows: readonly object[]): string[] {
  const [first] = rows
  if (!first) return ['none']
  const names = Object.keys(first)
  const readCells = (row: object) => names.map((name) => formatCell(Reflect.get(row, name)))
  const cells = [names, ...rows.map(readCells)]
  const widths = names.map((_, nth) => Math.max(...cells.map((row) => row[nth]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, nth) => cell.padEnd(widths[nth] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
