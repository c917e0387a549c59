import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { z } from 'zod'

const POSTGRES_VERSION = '15'
const SQUAWK = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk')

/** The migrator sets the timeouts; the width of a number is a choice of the table. */
const EXCLUDED_RULES = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
]
/** What only `after/` may do: the programs of the previous release are gone by then. */
const AFTER_ONLY_RULES = ['ban-drop-column', 'ban-drop-table', 'adding-not-nullable-field']

const Findings = z.array(
  z.object({ file: z.string(), line: z.number(), rule_name: z.string(), message: z.string() }),
)

interface MigrationFile {
  path: string
  name: string
  text: string
  isAfter: boolean
}

/** Lists what would stop a running product, or fail in it, in the migrations of a folder and of its `after/`. */
export async function findMigrationFaults(folder: string): Promise<string[]> {
  const files = await readMigrations(folder)
  const groups = Map.groupBy(files, (file) => `${file.isAfter} ${isTransactional(file)}`)
  const faults = await Promise.all([...groups.values()].map((group) => runSquawk(folder, group)))
  return [...faults.flat(), ...files.flatMap(findForbiddenDrops)].toSorted()
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const files: MigrationFile[] = []
  for (const isAfter of [false, true]) {
    const directory = isAfter ? join(folder, 'after') : folder
    const names = existsSync(directory) ? await readdir(directory) : []
    for (const name of names.filter((each) => each.endsWith('.sql'))) {
      const path = join(directory, name)
      files.push({ path, name, text: await readFile(path, 'utf8'), isAfter })
    }
  }
  return files
}

function isTransactional({ text }: MigrationFile): boolean {
  return !text.startsWith('-- no transaction')
}

async function runSquawk(folder: string, files: MigrationFile[]): Promise<string[]> {
  const [first] = files
  if (!first) return []
  const excluded = first.isAfter ? [...EXCLUDED_RULES, ...AFTER_ONLY_RULES] : EXCLUDED_RULES
  const args = [
    '--reporter',
    'json',
    '--pg-version',
    POSTGRES_VERSION,
    '--exclude',
    excluded.join(),
    isTransactional(first) ? '--assume-in-transaction' : '--no-assume-in-transaction',
    ...files.map(({ path }) => path),
  ]
  const findings = Findings.parse(JSON.parse(await readOutput(args)))
  return findings
    .filter((finding) => !isRepeatable(finding, files))
    .map(({ file, line, rule_name, message }) => {
      return `${relative(folder, file)}:${line + 1} ${rule_name}: ${message}`
    })
}

/** Squawk ends with an error if it found something; its findings are on the standard output all the same. */
async function readOutput(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [SQUAWK, ...args], (error, stdout) => {
      if (stdout.startsWith('[')) resolve(stdout)
      else reject(error ?? new Error('squawk printed no findings'))
    })
  })
}

/** A statement without a transaction must be able to run twice, as `validate constraint` is. */
function isRepeatable(
  { file, rule_name }: { file: string; rule_name: string },
  files: MigrationFile[],
): boolean {
  const text = files.find(({ path }) => path === file)?.text ?? ''
  return rule_name === 'prefer-robust-stmts' && /\bvalidate\s+constraint\b/i.test(text)
}

const DROP = /\bdrop\s+(?<kind>table|column|function|procedure|view|type|domain|schema|sequence)\b/i

/** Squawk knows drops of tables and columns; the previous release may call functions and views as well. */
function findForbiddenDrops({ name, text, isAfter }: MigrationFile): string[] {
  const statements = text.replaceAll(/--[^\n]*/g, '')
  const kind = DROP.exec(statements)?.groups?.['kind']
  if (isAfter || kind === undefined) return []
  return [`${name} drops a ${kind.toLowerCase()}: only migrations of after/ may`]
}
