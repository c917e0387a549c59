import { sql } from 'kysely'
import type { MemberErasure } from '../../platform/define-feature.ts'
import { deleteLastSeen } from '../../platform/realtime/presence.ts'
import { leaveConversations } from './conversations/leave-conversations.ts'
import { deleteMessagePicturesOf } from './pictures/message-pictures.ts'
import { deleteMessageKeys } from './sending/message-keys.ts'

/** The member leaves every conversation; the messages stay with their recipients, without pictures. */
export const messageErasure: MemberErasure = {
  deleteBatch: async ({ db, redis }, memberId) => {
    const deletedKeys = await deleteMessageKeys(db, memberId)
    if ((await leaveConversations(db, memberId)) || deletedKeys > 0) return true
    if (await deleteMessagePicturesOf(db, memberId)) return true
    await deleteLastSeen(redis, memberId)
    return false
  },
  hasRows: async (tx, memberId) => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from recent_message_keys where sender_id = ${memberId})
        or exists (select from message_pictures where member_id = ${memberId})
        or exists (
          select from conversation_sides join conversations on conversations.id = conversation_id
          where member_id = ${memberId}) as found
    `.execute(tx)
    return rows[0]?.found ?? false
  },
}
