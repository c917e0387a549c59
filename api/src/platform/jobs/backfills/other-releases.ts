import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'

/** Whether a process of another release is connected. Processes name their connections `dolph-<role>/<release>`. */
export async function hasOtherReleases(tx: Queryable): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name like 'dolph-%/%'
        and split_part(application_name, '/', 2) <> split_part(current_setting('application_name'), '/', 2))
  `.execute(tx)
  return rows[0]?.exists ?? false
}
