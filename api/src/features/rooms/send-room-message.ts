import { findMentionedNames } from '@dolph/contract/mentions/mentions'
import { MESSAGE_NOT_FOUND } from '@dolph/contract/messaging/message-changes'
import { ROOM_ALONE, ROOM_CLOSED, type RoomMessageDraft } from '@dolph/contract/rooms/rooms'
import { CANNOT_MESSAGE } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../platform/db/database.ts'
import { isRetryableNow } from '../../platform/db/transient-database-error.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { createLimitedRefusal, selectRestrictions } from '../../platform/http/restrictions.ts'
import { measureSend } from '../messaging/message-metrics.ts'
import { findLinkedPost } from '../messaging/sending/find-linked-post.ts'
import { listPictureKeys, pictureGone } from '../messaging/pictures/list-picture-keys.ts'
import type { SentMessage } from '../messaging/sending/send-message.ts'
import { formatRoomMessageEvent, publishToRooms } from './events.ts'
import { roomNotFound, type RoomCaller } from './places.ts'
import { joinSender, roomMessageJson } from './room-json.ts'

type SendDeps = Pick<Deps, 'config' | 'db' | 'bus'>

/** Sends a message to the team: to those whom the transaction found in the room. */
export async function sendRoomMessage(
  deps: SendDeps,
  caller: RoomCaller,
  draft: z.output<typeof RoomMessageDraft>,
): Promise<SentMessage> {
  return measureSend(() => storeAndPublish(deps, caller, draft))
}

async function storeAndPublish(
  { config, db, bus }: SendDeps,
  { memberId, roomId }: RoomCaller,
  { content, tempId, format, replyTo }: z.output<typeof RoomMessageDraft>,
): Promise<SentMessage> {
  const linked = findLinkedPost(content, config.APP_ORIGIN)
  const stored = await insertWithRetry(db, {
    ...{ memberId, roomId, content, tempId: tempId ?? null, replyTo: replyTo ?? null },
    names: findMentionedNames(content),
    isMarkdown: format === 'markdown',
    linkedPost: linked?.post ?? null,
    linkedRole: linked?.role ?? null,
    pictureKeys: listPictureKeys({ content, format }),
  })
  const { _id: messageId, json, recipients } = await orRefusal(db, memberId, stored)
  const isNew = stored.status === 'sent'
  if (isNew) publishToRooms(bus, { messageId, event: formatRoomMessageEvent(json) }, recipients)
  // The sender's own browsers know their message by the `tempId`.
  bus.publish(memberId, formatRoomMessageEvent(json, tempId))
  return { _id: messageId, json, isNew }
}

interface NewRoomMessage extends RoomCaller {
  content: string
  tempId: string | null
  /** Whom the text names, in lower case. */
  names: string[]
  isMarkdown: boolean
  replyTo: string | null
  linkedPost: string | null
  linkedRole: string | null
  pictureKeys: string[]
}

interface StoredRoomMessage {
  status:
    | ('sent' | 'repeated' | 'conflict')
    | ('no-room' | 'closed' | 'limited' | 'alone' | 'blocked' | 'no-answered' | 'no-picture')
  _id: string | null
  json: string | null
  /** Ids with commas between them, as they are published: an array would be parsed and joined again. */
  recipients: string | null
}

export const insertRoomMessageStatement = prepareStatement<NewRoomMessage, StoredRoomMessage>(
  (placeholder) =>
    toCompilable(sql`
    select status, message.id as _id, case when message.id is not null then ${roomMessageJson}::text end as json,
      array_to_string(stored.recipients, ',') as recipients
    from insert_room_message(${placeholder('memberId')}, ${placeholder('roomId')}, ${placeholder('content')}, ${placeholder('tempId')}, ${placeholder('names')}, ${placeholder('isMarkdown')}, ${placeholder('replyTo')}, ${placeholder('linkedPost')}, ${placeholder('linkedRole')}, ${placeholder('pictureKeys')}) as stored,
      lateral (select (stored.message).*) as message ${joinSender}`),
  { insertsEvents: true },
)

/** Retries once, and only with a `tempId`, which keeps the retry idempotent if the first commit succeeded. */
async function insertWithRetry(db: Database, message: NewRoomMessage): Promise<StoredRoomMessage> {
  const insert = () => insertRoomMessageStatement.run(db, message)
  const [stored] = await insert().catch((error: unknown) => {
    if (message.tempId === null || !isRetryableNow(error)) throw error
    return insert()
  })
  if (!stored) throw new Error('insert_room_message returned no row')
  return stored
}

async function orRefusal(db: Database, memberId: string, stored: StoredRoomMessage) {
  const { status, _id, json, recipients } = stored
  if (_id !== null && json !== null) return { _id, json, recipients: recipients ?? '' }
  switch (status) {
    case 'conflict':
      throw new Refusal('conflict', 'Failed to send message. Please try again.')
    case 'closed':
      throw new Refusal('conflict', ROOM_CLOSED)
    case 'alone':
      throw new Refusal('conflict', ROOM_ALONE)
    case 'blocked':
      throw new Refusal('forbidden', CANNOT_MESSAGE)
    case 'no-answered':
      throw new Refusal('not-found', MESSAGE_NOT_FOUND)
    case 'no-picture':
      throw pictureGone()
    case 'limited':
      throw await createLimitedRefusal(
        db,
        { id: memberId, restrictions: await selectRestrictions(db, memberId) },
        'messaging',
      )
    default:
      throw roomNotFound()
  }
}
