import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { MemberErasure } from '../../platform/define-feature.ts'
import { COMMENT_MENTIONS, UPDATE_MENTIONS, type MentioningText } from './mentioning-text.ts'

const BATCH_SIZE = 500

/** Where others name the member, the text stays without a link. Foreign keys delete the other rows with the member. */
export const mentionErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) => {
    const hasComments = await deleteMentions(db, COMMENT_MENTIONS, memberId)
    const hasUpdates = await deleteMentions(db, UPDATE_MENTIONS, memberId)
    return hasComments || hasUpdates
  },
  hasRows: async () => false,
}

async function deleteMentions(
  db: Queryable,
  { table, key }: MentioningText,
  memberId: string,
): Promise<boolean> {
  const textId = sql.ref(key)
  const { rows } = await sql`
    delete from ${sql.table(table)} where member_id = ${memberId} and ${textId} in (
      select ${textId} from ${sql.table(table)} where member_id = ${memberId} limit ${BATCH_SIZE})
    returning ${textId}
  `.execute(db)
  return rows.length > 0
}
