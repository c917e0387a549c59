import { readdirSync } from 'node:fs'
import pg from 'pg'
import type { QueryConfig } from 'pg'

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url)
const FUNCTIONS_FOLDER = new URL('./functions/', import.meta.url)
const UNDEFINED_TABLE = '42P01'

/** Whether PostgreSQL answers, and whether it has the tables and functions of this release. */
export interface SchemaCheck {
  isReachable: boolean
  isCurrent: boolean
}

/**
 * Creates a check that costs one small query. A schema that a newer release has migrated counts as current: each migration works
 * while the previous release serves.
 */
export function createSchemaCheck(pool: pg.Pool, timeoutMs: number): () => Promise<SchemaCheck> {
  const functions = listSqlFiles(FUNCTIONS_FOLDER)
  // pg supports a timeout per query, which its types omit.
  const query = {
    text: SELECT_IS_CURRENT,
    values: [listSqlFiles(MIGRATIONS_FOLDER).at(-1), functions, functions.length],
    query_timeout: timeoutMs,
  } as QueryConfig
  return async () => {
    try {
      const { rows } = await pool.query<{ isCurrent: boolean }>(query)
      return { isReachable: true, isCurrent: rows[0]?.isCurrent === true }
    } catch (error) {
      const isEmpty = error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE
      return { isReachable: isEmpty, isCurrent: false }
    }
  }
}

/** Migrations run in the order of their names, so the newest stands for all; the job queue is migrated last. */
const SELECT_IS_CURRENT = `
  select exists (select from kysely_migration where name = $1)
    and (select count(*) from applied_functions where name = any($2::text[])) = $3::int
    and to_regclass('graphile_worker.migrations') is not null as "isCurrent"`

function listSqlFiles(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}
