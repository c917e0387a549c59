import type pg from 'pg'
import { Database, queryCompiler } from '../../platform/db/database.ts'
import type { Statement } from './format-statement.ts'
import { createSample } from './sample.ts'

/** A function that waits in a loop for something to happen would never return. */
const STATEMENTS_MAX = 30

export interface Recording {
  statements: Statement[]
  /** Why the function ended early: mostly an argument with which it does more than binding it. */
  error?: string
}

/**
 * The statements of an exported query: a prepared statement, a fragment of SQL, or a function, which is called with a database that
 * records and answers each statement with one row. Arguments that are missing are samples.
 */
export async function recordStatements(query: unknown, args: unknown[]): Promise<Recording> {
  const statements: Statement[] = []
  if (typeof query !== 'function') return compile(query, args[0])
  const db = createRecordingDatabase(statements)
  const takesDatabase = /^[^(]*\(\s*(?:\{ )?(?:db|tx|deps|reader)\b/.test(query.toString())
  const names = readParameterNames(query).slice(takesDatabase ? 1 : 0)
  const given = names.map((name, index) => fillArgument(name, args[index]))
  try {
    const result: unknown = await query(...(takesDatabase ? [db] : []), ...given)
    return statements.length > 0 ? { statements } : compile(result, undefined)
  } catch (error) {
    return { statements, error: String(error) }
  }
}

/** A given object is completed with samples. */
function fillArgument(name: string, given: unknown): unknown {
  if (given === undefined) return createSample(name)
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  return isObject ? createSample(name, given) : given
}

interface Prepared {
  sql: string
  bindValues: (input: unknown) => unknown[]
}

interface Compilable {
  compile: (compiler: unknown) => { sql: string; parameters: readonly unknown[] }
}

function compile(query: unknown, input: unknown): Recording {
  if (hasProperty<Prepared>(query, 'bindValues')) {
    const values = query.bindValues(fillArgument('input', input))
    return { statements: [{ text: query.sql, values }] }
  }
  if (!hasProperty<Compilable>(query, 'compile'))
    return { statements: [], error: 'it is no statement and runs none' }
  const { sql, parameters } = query.compile(queryCompiler)
  return { statements: [{ text: sql, values: parameters }] }
}

function hasProperty<T>(value: unknown, name: keyof T): value is T {
  return typeof value === 'object' && value !== null && name in value
}

function createRecordingDatabase(statements: Statement[]): Database {
  const query = async (text: string | pg.QueryConfig, values: unknown[] = []) => {
    if (statements.length === STATEMENTS_MAX)
      throw new Error(`more than ${STATEMENTS_MAX} statements`)
    statements.push(
      typeof text === 'string' ? { text, values } : { text: text.text, values: text.values ?? [] },
    )
    return { command: 'SELECT', rowCount: 1, rows: [createSample('row')] }
  }
  const client = { query, release: () => undefined }
  // The part of a pool that Kysely and prepared statements use.
  const pool = { query, connect: async () => client } as unknown as pg.Pool
  const db = new Database(pool)
  // A function that takes `{ db }` or `{ pool }` gets it as well.
  return Object.assign(db, { db })
}

/** The names of a function's parameters, from its text; a destructured one is called `input`. */
function readParameterNames(query: Function): string[] {
  const text = query.toString().replaceAll(/\s+/g, ' ')
  const list = text.slice(text.indexOf('(') + 1)
  return list
    .slice(0, findEnd(list))
    .replaceAll(/\{[^{}]*\}|\[[^[\]]*\]/g, 'input')
    .split(',')
    .flatMap((each) => each.trim().split(' ')[0] || [])
}

function findEnd(list: string): number {
  let depth = 1
  return [...list].findIndex((character) => {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    return depth === 0
  })
}
