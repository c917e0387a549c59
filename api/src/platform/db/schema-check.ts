import { readdirSync } from 'node:fs'
import pg from 'pg'
import type { QueryConfig } from 'pg'
import { readFunctionFiles } from './migrator/sql-files.ts'

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url)
/** The codes of a missing table and of a missing column: the migrator of this release has not run. */
const UNDEFINED_CODES = ['42P01', '42703']

/** Whether PostgreSQL answers, and whether it has the tables and functions of this release. */
export interface SchemaCheck {
  isReachable: boolean
  isCurrent: boolean
}

/**
 * Creates a check that costs one small query. A schema that a newer release has migrated counts as current: each migration works
 * while the previous release serves. So does one with newer functions, if it once had those of this release.
 */
export function createSchemaCheck(
  pool: pg.Pool,
  timeoutMs: number,
  functionsSource?: URL,
): () => Promise<SchemaCheck> {
  const functions = readFunctionFiles(functionsSource)
  // pg supports a timeout per query, which its types omit.
  const query = {
    text: SELECT_IS_CURRENT,
    values: [
      findNewestMigration(),
      functions.map(({ name }) => name),
      functions.map(({ checksum }) => checksum),
      functions.length,
    ],
    query_timeout: timeoutMs,
  } as QueryConfig
  return async () => {
    try {
      const { rows } = await pool.query<{ isCurrent: boolean }>(query)
      return { isReachable: true, isCurrent: rows[0]?.isCurrent === true }
    } catch (error) {
      const isEmpty =
        error instanceof pg.DatabaseError && UNDEFINED_CODES.includes(error.code ?? '')
      return { isReachable: isEmpty, isCurrent: false }
    }
  }
}

/** Migrations run in the order of their names, so the newest stands for all; the job queue is migrated last. */
const SELECT_IS_CURRENT = `
  select exists (select from applied_migrations where name = $1)
    and (select count(*) from applied_functions
      join unnest($2::text[], $3::text[]) as expected (name, checksum) using (name)
      where expected.checksum = any(earlier_checksums || applied_functions.checksum)) = $4::int
    and to_regclass('graphile_worker.migrations') is not null as "isCurrent"`

function findNewestMigration(): string | undefined {
  const names = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql'))
  return names.toSorted().at(-1)
}
