import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/reader.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'

/** True for a row of `members` that others may see. Unverified people have no row: they are in `pending_sign_ups`. */
export const isVisibleMember: RawBuilder<boolean> = sql`members.deleted_at is null`

/** Whether there is a member with this id whom others may see. */
export async function hasMember(reader: Reader, memberId: string): Promise<boolean> {
  const rows = await hasMemberStatement.run(reader, { memberId })
  return rows.length > 0
}

const hasMemberStatement = prepareStatement<{ memberId: string }, { id: string }>((placeholder) =>
  toCompilable(sql`
    select id from members where id = ${placeholder('memberId')} and ${isVisibleMember}`),
)
