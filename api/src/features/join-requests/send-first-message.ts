import { JOIN_REQUEST_ALREADY_SENT } from '@dolph/contract/join-requests/join-requests'
import type { Queryable } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { createLimitedRefusal, selectRestrictions } from '../../platform/http/restrictions.ts'
import { publishMessageSent } from '../messaging/events.ts'
import { publishMutualPresence } from '../messaging/mutual-presence.ts'
import { insertMessageInTransaction } from '../messaging/sending/insert-message.ts'
import { joinRequestNotFound, type LockedJoinRequest } from './locked-join-request.ts'

export interface FirstMessage {
  /** False if this answer was sent before, and its reply was lost. */
  isNew: boolean
  /** Called after the commit: a browser that refetches earlier would not find the message. */
  publish(deps: Pick<Deps, 'bus' | 'redis'>): void
}

/** Opens the conversation of the two sides, in the transaction of the answer. */
export async function sendFirstMessage(
  tx: Queryable,
  request: LockedJoinRequest,
  memberId: string,
  { message: content, tempId }: { message?: string | undefined; tempId?: string | undefined },
): Promise<FirstMessage> {
  const peerId = request.isInvitation ? request.reachableOwnerId : request.personId
  const { postId, roleId } = request
  if (peerId === null || postId === null || content === undefined) throw joinRequestNotFound()
  const message = { memberId, peerId, content, tempId: tempId ?? null, mayStartConversation: true }
  const stored = await insertMessageInTransaction(tx, {
    ...message,
    ...{ aboutPost: postId, aboutRole: roleId, isLinked: false },
    ...{ isMarkdown: false, replyTo: null, pictureKeys: [] },
  })
  if (stored.status === 'limited') {
    const restrictions = await selectRestrictions(tx, memberId)
    throw await createLimitedRefusal(tx, { id: memberId, restrictions }, 'messaging')
  }
  if (stored.status === 'conflict') throw new Refusal('conflict', JOIN_REQUEST_ALREADY_SENT)
  // The other side is being deleted.
  if (stored.json === null) throw joinRequestNotFound()
  const { json } = stored
  return {
    isNew: stored.status === 'sent',
    publish({ bus, redis }) {
      publishMessageSent(bus, message, { json, isNew: true })
      // Presence is only a hint: neither a slow nor an unavailable Redis may delay or fail the answer.
      publishMutualPresence({ redis, bus }, message).catch(() => undefined)
    },
  }
}
