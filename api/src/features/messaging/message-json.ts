import { MESSAGE_HIDDEN } from '@dolph/contract/messaging/revisions'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendPresentFields, listPresentFields } from '../../platform/db/json-text.ts'
import { personJson } from '../pictures/person-json.ts'

/** The ids of the calling member and of the other member of a conversation. */
export interface MemberPair {
  memberId: string
  peerId: string
}

/** A message as JSON built by PostgreSQL, in the form of the contract's `Message`. */
export interface MessageJson {
  _id: string
  json: string
}

/** The text of `message`, a row of messages, as everybody gets it. */
export const messageContent: RawBuilder<string> = sql`
  case when message.hidden_at is null then message.content else ${sql.lit(MESSAGE_HIDDEN)} end`

/** What makes `message` more than a text, as fields to append; null where it is no more. */
export const richFields: Record<string, RawBuilder<unknown>> = {
  about: sql.ref('message.about'),
  format: sql`case when message.is_markdown then 'markdown' end`,
  replyTo: sql.ref('message.reply_to'),
}

/** What was changed in `message` after it was sent, as text to append; null for most messages, whose reactions are then not looked up. */
export const revisionFields: RawBuilder<unknown> = sql`
  case when message.revised_at is not null then concat(${listPresentFields({
    revisedAt: isoTime(sql.ref('message.revised_at')),
    editedAt: isoTime(sql.ref('message.edited_at')),
    deletedBy: sql`case when message.deleted_at is not null
      then case when message.deleted_by_owner then 'owner' else 'sender' end end`,
    isHidden: sql`case when message.hidden_at is not null then true end`,
    reactions: sql`reactions_to(message.id)`,
  })}) end`

/**
 * Maps columns to the contract's names, which only this file does: `message` is a row of messages, `me` and `peer` are the
 * two members as JSON.
 */
export function buildMessageJson(
  memberId: string | RawBuilder<string>,
  me: RawBuilder<unknown>,
  peer: RawBuilder<unknown>,
) {
  const isMine = sql`message.sender_id = ${memberId}`
  const message = sql`json_build_object(
    '_id', message.id,
    'content', ${messageContent},
    'sender', case when ${isMine} then ${me} else ${peer} end,
    'recipient', case when ${isMine} then ${peer} else ${me} end,
    'createdAt', ${isoTime(sql.ref('message.created_at'))},
    'delivered', message.delivered_at is not null,
    'deliveredAt', ${isoTime(sql.ref('message.delivered_at'))},
    'read', message.read_at is not null,
    'readAt', ${isoTime(sql.ref('message.read_at'))})`
  // Appended as text: most messages are only a text, and two forms of the object would plan its subqueries twice.
  return sql<string>`${appendPresentFields(message, richFields, revisionFields)}::json`
}

/** A subquery that PostgreSQL runs once per page. A deleted member is only an id. */
export function selectParticipantJson(id: string | RawBuilder<string>): RawBuilder<unknown> {
  return sql`(select ${buildParticipantJson(sql`participant.id`)} from (select ${id}::uuid as id) as participant
    left join members as peer on peer.id = participant.id and peer.deleted_at is null)`
}

/** `peer` is a row of members, or nulls for a deleted member. */
export function buildParticipantJson(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when peer.id is null then json_build_object('_id', ${id})
    else ${personJson('peer')} end`
}
