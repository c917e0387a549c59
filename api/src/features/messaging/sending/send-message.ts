import type { MessageDraft } from '@dolph/contract/messaging/messaging'
import { MESSAGE_NOT_FOUND } from '@dolph/contract/messaging/message-changes'
import { CANNOT_MESSAGE } from '@dolph/contract/safety/safety'
import type { Database } from '../../../platform/db/database.ts'
import { isDeletedMemberError } from '../../../platform/db/deleted-member-error.ts'
import { isRetryableNow } from '../../../platform/db/transient-database-error.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { createLimitedRefusal, selectRestrictions } from '../../../platform/http/restrictions.ts'
import { hasMember } from '../../accounts/people.ts'
import { publishMessageSent } from '../events.ts'
import { measureSend } from '../message-metrics.ts'
import { publishMutualPresence } from '../mutual-presence.ts'
import { listPictureKeys, pictureGone } from '../pictures/list-picture-keys.ts'
import { findLinkedPost } from './find-linked-post.ts'
import {
  insertMessage,
  type NewMessage,
  type NewRichMessage,
  type StoredMessage,
} from './insert-message.ts'

/** A message that is committed to the database. */
export interface SentMessage {
  _id: string
  /** The JSON of the contract's `Message`. */
  json: string
  /** False if an earlier request sent it under the same `tempId`. */
  isNew: boolean
}

/**
 * Sends a message. `onFirstContact` runs before the first message between two members, and may refuse it.
 */
export async function sendMessage(
  deps: SendDeps,
  memberId: string,
  draft: MessageDraft,
  onFirstContact: () => Promise<void>,
): Promise<SentMessage> {
  return measureSend(() => storeAndPublish(deps, memberId, draft, onFirstContact))
}

type SendDeps = Pick<Deps, 'config' | 'db' | 'bus' | 'redis'>

async function storeAndPublish(
  { config, db, bus, redis }: SendDeps,
  memberId: string,
  draft: MessageDraft,
  onFirstContact: () => Promise<void>,
): Promise<SentMessage> {
  const message = toNewMessage(memberId, draft, config.APP_ORIGIN)
  let stored = await insertWithRetry(db, message)
  const isFirst = stored.status === 'no-conversation'
  if (isFirst) {
    await onFirstContact()
    stored = await insertWithRetry(db, { ...message, mayStartConversation: true })
  }
  const sent = await orRefusal(db, memberId, stored)
  publishMessageSent(bus, message, sent)
  // Presence is only a hint: neither a slow nor an unavailable Redis may delay or fail the message.
  if (isFirst) publishMutualPresence({ redis, bus }, message).catch(() => undefined)
  return sent
}

function toNewMessage(
  memberId: string,
  { recipientId: peerId, content, tempId, about, format, replyTo }: MessageDraft,
  origin: string,
): NewMessage | NewRichMessage {
  const message = {
    ...{ memberId, peerId, content },
    tempId: tempId ?? null,
    mayStartConversation: false,
  }
  const linked = about ? null : findLinkedPost(content, origin)
  const isPlain = !about && !linked && format === undefined && replyTo === undefined
  if (isPlain) return message
  return {
    ...message,
    aboutPost: (about ?? linked)?.post ?? null,
    aboutRole: (about ?? linked)?.role ?? null,
    isLinked: linked !== null,
    isMarkdown: format === 'markdown',
    replyTo: replyTo ?? null,
    pictureKeys: listPictureKeys({ content, format }),
  }
}

/** Retries once, and only with a `tempId`, which keeps the retry idempotent if the first commit succeeded. */
async function insertWithRetry(
  db: Database,
  message: NewMessage | NewRichMessage,
): Promise<StoredMessage> {
  const insert = () => insertMessage(db, message)
  try {
    return await insert().catch((error: unknown) => {
      if (message.tempId === null || !isRetryableNow(error)) throw error
      return insert()
    })
  } catch (error) {
    // One of the two was removed during the call; the error does not say which one.
    if (!isDeletedMemberError(error) || !(await hasMember(db, message.memberId))) throw error
    return { status: 'no-recipient', _id: null, json: null }
  }
}

async function orRefusal(
  db: Database,
  memberId: string,
  stored: StoredMessage,
): Promise<SentMessage> {
  switch (stored.status) {
    case 'conflict':
      throw new Refusal('conflict', 'Failed to send message. Please try again.')
    case 'no-recipient':
      throw new Refusal('not-found', 'User not found')
    case 'no-about':
      throw new Refusal('not-found', 'Post not found')
    case 'no-answered':
      throw new Refusal('not-found', MESSAGE_NOT_FOUND)
    case 'no-picture':
      throw pictureGone()
    case 'limited':
      // Sockets have no lookup of the session before each event: only `insert_message` knows.
      throw await createLimitedRefusal(
        db,
        { id: memberId, restrictions: await selectRestrictions(db, memberId) },
        'messaging',
      )
    case 'blocked':
      throw new Refusal('forbidden', CANNOT_MESSAGE)
    case 'no-conversation':
      throw new Error('insert_message found no conversation although it may start one')
    case 'sent':
    case 'repeated':
      return { _id: stored._id, json: stored.json, isNew: stored.status === 'sent' }
    default:
      return stored satisfies never
  }
}
