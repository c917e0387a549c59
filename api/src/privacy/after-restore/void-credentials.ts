import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** What lets a browser in, or a person prove who they are, without a password, Google or GitHub. */
const CREDENTIAL_TABLES = [
  'sessions',
  'codes',
  'challenges',
  'links',
  'google_sign_ups',
  'github_sign_ups',
  'pending_sign_ups',
  'known_devices',
  'begun_sign_ins',
  'second_factor_resets',
] as const satisfies (keyof Tables)[]

/** Ends every session and voids every code and link: what was ended or used since the backup must not work again. */
export async function voidCredentials(tx: Queryable): Promise<number> {
  const ended = await tx
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  for (const table of CREDENTIAL_TABLES) await sql`delete from ${sql.table(table)}`.execute(tx)
  return ended.count
}
