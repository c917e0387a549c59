import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'

export interface StoredFlag {
  name: string
  /** The percentage of the members for whom it is on. */
  share: number
  /** Members for whom it is on in any case. */
  members: string[]
  note: string | null
  changedAt: string
}

export async function selectFlags(db: Queryable): Promise<StoredFlag[]> {
  const { rows } = await sql<StoredFlag>`
    select name, share, note, changed_at as "changedAt",
      array(select member_id from flag_members where flag_members.name = flags.name order by member_id) as members
    from flags order by name
  `.execute(db)
  return rows
}

export async function saveFlag(
  tx: Queryable,
  { name, share, note }: Pick<StoredFlag, 'name' | 'share' | 'note'>,
): Promise<void> {
  await tx
    .insertInto('flags')
    .values({ name, share, note })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((flag) => ({
        share: flag.ref('excluded.share'),
        note: flag.ref('excluded.note'),
        changed_at: sql`now()`,
      })),
    )
    .execute()
}

/** The flag must be stored. */
export async function insertFlagMember(tx: Queryable, name: string, memberId: string) {
  await tx
    .insertInto('flag_members')
    .values({ name, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFlagMember(tx: Queryable, name: string, memberId: string) {
  await tx
    .deleteFrom('flag_members')
    .where('name', '=', name)
    .where('member_id', '=', memberId)
    .execute()
}
