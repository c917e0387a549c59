import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Erasure } from './erasure-kinds.ts'

/** Whether the database has been migrated to a release that gives installations an id. */
export async function hasInstallation(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('installations') is not null as exists`.execute(db)
  return rows[0]?.exists ?? false
}

/** The id of this installation, which its list of erasures carries. */
export async function selectInstallation(db: Queryable): Promise<string> {
  const { id } = await db.selectFrom('installations').select('id').executeTakeFirstOrThrow()
  return id
}

/** The installation that wrote the list, if it is another one. Lines of older releases do not say, and count as ours. */
export function findForeignInstallation(
  erasures: readonly Erasure[],
  own: string,
): string | undefined {
  return erasures.find(({ installation = own }) => installation !== own)?.installation
}

/** Gives a database the id of the list: that of a backup from before installations had one. */
export async function adoptInstallation(db: Queryable, id: string): Promise<void> {
  await db.updateTable('installations').set({ id }).execute()
}
