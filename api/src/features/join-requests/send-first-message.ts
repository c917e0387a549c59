import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { createLimitedRefusal, selectRestrictions } from '../../http/restrictions.ts'
import { publishMessageSent } from '../messaging/events.ts'
import { publishMutualPresence } from '../messaging/mutual-presence.ts'
import { insertMessageInTransaction } from '../messaging/sending/insert-message.ts'
import { joinRequestNotFound, type LockedJoinRequest } from './locked-join-request.ts'

export interface FirstMessage {
  /** Called after the commit: a browser that refetches earlier would not find the message. */
  publish(deps: Pick<Deps, 'bus' | 'redis'>): void
}

/** Opens the conversation of the two sides, in the transaction of the answer. */
export async function sendFirstMessage(
  tx: Queryable,
  request: LockedJoinRequest,
  memberId: string,
  note: string,
): Promise<FirstMessage> {
  const peerId = request.isInvitation ? request.reachableOwnerId : request.personId
  const { postId, roleId } = request
  if (peerId === null || postId === null) throw joinRequestNotFound()
  const content = await composeFirstMessage(tx, request, peerId, note)
  const message = { memberId, peerId, content, tempId: null, mayStartConversation: true }
  const about = { aboutPost: postId, aboutRole: roleId }
  const stored = await insertMessageInTransaction(tx, { ...message, ...about })
  if (stored.status === 'limited') {
    const restrictions = await selectRestrictions(tx, memberId)
    throw await createLimitedRefusal(tx, { id: memberId, restrictions }, 'messaging')
  }
  // The other side is being deleted.
  if (stored.json === null) throw joinRequestNotFound()
  const { json } = stored
  return {
    publish({ bus, redis }) {
      publishMessageSent(bus, message, { json, isNew: true })
      // Presence is only a hint: neither a slow nor an unavailable Redis may delay or fail the answer.
      publishMutualPresence({ redis, bus }, message).catch(() => undefined)
    },
  }
}

async function composeFirstMessage(
  tx: Queryable,
  { isInvitation, roleTitle }: LockedJoinRequest,
  peerId: string,
  note: string,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(first_name, ''), username) as name
    from members where id = ${peerId}`.execute(tx)
  const thanks = isInvitation ? 'for inviting me to join' : 'for asking to join'
  const greeting = `Hi ${rows[0]?.name ?? ''}, thank you ${thanks} as ${roleTitle}. Let’s talk.`
  return note === '' ? greeting : `${greeting}\n\n${note}`
}
