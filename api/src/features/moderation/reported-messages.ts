import type { KeyObject } from 'node:crypto'
import { namePictures } from '@dolph/contract/messaging/message-pictures'
import { MESSAGE_DELETED } from '@dolph/contract/messaging/revisions'
import { REPORTED_MESSAGES_BEFORE } from '@dolph/contract/moderation/moderation'
import { ReportedMessage } from '@dolph/contract/review/review'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../platform/config/config.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import { decryptWithAnyKey, encryptPayload } from '../../platform/crypto/encrypt-payload.ts'
import { deriveKey, listSecrets } from '../../platform/crypto/secrets.ts'
import { messageContent } from '../messaging/message-json.ts'
import { buildExcerpt } from './excerpt.ts'

const ReportedMessages = z.array(ReportedMessage)
const BATCH_SIZE = 1_000

interface MessagePosition {
  reporterId: string
  messageId: string
}

/** The reported message and those before it that the reporter still has, oldest first. */
export async function selectReportedMessages(
  db: Queryable,
  { reporterId, messageId }: MessagePosition,
): Promise<ReportedMessage[]> {
  const { rows } = await sql<
    ReportedMessage & { senderId: string; isInRoom: boolean; earlier: string[] | null }
  >`
    select message.sender_id = reported.sender_id as "isByAuthor", ${messageContent} as content,
      case when message.revised_at is not null then (
        select json_agg(content order by replaced_at) from message_versions where message_id = message.id) end as earlier,
      message.sender_id as "senderId", side.is_room as "isInRoom",
      ${isoTime(sql.ref('message.created_at'))} as "createdAt"
    from messages as reported
    join (
      select conversation_id, cleared_id, false as is_room from conversation_sides where member_id = ${reporterId}
      union all
      select room_id, from_id, true from room_members where member_id = ${reporterId} and left_at is null) as side
      on side.conversation_id = reported.conversation_id
    cross join lateral (
      select * from messages
      where shard = shard_of(reported.id) and conversation_id = reported.conversation_id and id <= reported.id
        and (side.cleared_id is null or id > side.cleared_id) and line is null
      order by id desc limit ${sql.lit(REPORTED_MESSAGES_BEFORE + 1)}) as message
    where reported.shard = shard_of(${messageId}) and reported.id = ${messageId}
    order by message.id
  `.execute(db)
  const isTeammate = (row: (typeof rows)[number]) =>
    row.isInRoom && !row.isByAuthor && row.senderId !== reporterId
  const teammates = [...new Set(rows.filter(isTeammate).map(({ senderId }) => senderId))]
  return rows.map((row) => ({
    isByAuthor: row.isByAuthor,
    content: row.content,
    createdAt: row.createdAt,
    ...(row.earlier !== null && { earlier: row.earlier }),
    ...(isTeammate(row) && { teammate: teammates.indexOf(row.senderId) + 1 }),
  }))
}

/** Whether the member is or was in the room of a message; not if it was written between two members. */
export function wasInRoomOf(memberId: string, messageId: string | null): RawBuilder<boolean> {
  return sql`exists (
    select from messages join room_members on room_id = conversation_id and member_id = ${memberId}
    where shard = shard_of(${messageId}::uuid) and messages.id = ${messageId})`
}

/** Whether a report copied this message of a member. The index of cases by author finds it. */
export function isReported(
  messageId: RawBuilder<unknown>,
  authorId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`exists (
    select from cases
    where author_id = ${authorId} and kind = 'message' and subject_id = ${messageId} and content is not null)`
}

/** The columns of a case for these messages, of which the last is the reported one. */
export function encryptMessages(config: Config, messageId: string, messages: ReportedMessage[]) {
  const key = deriveMessageKey(config.SECRET)
  const reported = messages.at(-1)
  const text = reported?.content === MESSAGE_DELETED ? reported.earlier?.at(-1) : reported?.content
  const excerpt = buildExcerpt(namePictures(text ?? ''))
  return {
    content: encryptPayload(key, `messages:${messageId}`, JSON.stringify(messages)),
    content_excerpt: encryptPayload(key, `excerpt:${messageId}`, excerpt),
  }
}

/** Empty once they have been erased, or can no longer be decrypted. */
export function decryptMessages(
  config: Config,
  messageId: string,
  content: Buffer | null,
): ReportedMessage[] {
  if (content === null) return []
  const json = decryptOrEmpty(config, `messages:${messageId}`, content)
  return json === '' ? [] : ReportedMessages.parse(JSON.parse(json))
}

interface Excerpts {
  subject: { id: string }
  excerpt: string
  contentExcerpt: Buffer | null
}

/** The beginning of what was reported. That of a message is stored encrypted, and empty once it has been erased. */
export function readExcerpt(
  config: Config,
  { subject, excerpt, contentExcerpt }: Excerpts,
): string {
  if (contentExcerpt === null) return excerpt
  return decryptOrEmpty(config, `excerpt:${subject.id}`, contentExcerpt)
}

/** Erases the messages of cases that were decided 90 days ago. */
export async function eraseOldMessages(db: Database): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update cases set content = null, content_excerpt = null where id = any (array(
        select id from cases
        where content is not null and decided_at < now() - interval '90 days' and state = 'decided'
        limit ${BATCH_SIZE}))
    `.execute(db)
    if (numAffectedRows < BATCH_SIZE) return
  }
}

/** A text that was encrypted with a secret that is no longer configured is empty: one such case must not close the whole queue. */
function decryptOrEmpty(config: Config, label: string, encrypted: Buffer): string {
  try {
    return decryptWithAnyKey(listSecrets(config).map(deriveMessageKey), label, encrypted)
  } catch {
    return ''
  }
}

function deriveMessageKey(secret: string): KeyObject {
  return deriveKey(secret, 'reported messages')
}
