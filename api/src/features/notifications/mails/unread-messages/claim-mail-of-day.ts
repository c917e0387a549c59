import type { Queryable } from '../../../../platform/db/database.ts'

const DAY_MS = 24 * 3_600_000

/** The times of mails before this no longer count. */
export function startOfMailDay(now: number): string {
  return new Date(now - DAY_MS).toISOString()
}

/** False if the member had a mail about this conversation or room within a day. */
export async function claimMailOfDay(
  tx: Queryable,
  { memberId, conversationId }: { memberId: string; conversationId: string },
  now = Date.now(),
): Promise<boolean> {
  const mailed_at = new Date(now).toISOString()
  const claimed = await tx
    .insertInto('unread_message_mails')
    .values({ member_id: memberId, conversation_id: conversationId, mailed_at })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'conversation_id'])
        .doUpdateSet({ mailed_at })
        .where('unread_message_mails.mailed_at', '<=', startOfMailDay(now)),
    )
    .returning('member_id')
    .executeTakeFirst()
  return claimed !== undefined
}
