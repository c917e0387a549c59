import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendPresentFields } from '../../platform/db/json-text.ts'
import { isVisibleMember } from '../accounts/people.ts'
import {
  buildParticipantJson,
  messageContent,
  revisionFields,
  richFields,
} from '../messaging/message-json.ts'

/** The members whom `message` mentions, as far as they are still here; null for most messages. */
const mentionsJson = sql`case when message.mentions is not null then (
  select json_agg(json_build_object('_id', members.id, 'userName', members.username) order by place)
  from unnest(message.mentions) with ordinality as mentioned (id, place)
  join members on members.id = mentioned.id and ${isVisibleMember}) end`

/**
 * A row of messages, `message`, in the form of the contract's `RoomMessage`; `peer` is its sender as a row of members, or nulls for a
 * deleted one.
 */
export const roomMessageJson: RawBuilder<unknown> = sql`${appendPresentFields(
  sql`json_build_object(
    '_id', message.id,
    'room', message.conversation_id,
    'sender', ${buildParticipantJson(sql`message.sender_id`)},
    'content', ${messageContent},
    'createdAt', ${isoTime(sql.ref('message.created_at'))})`,
  { line: sql.ref('message.line'), mentions: mentionsJson, ...richFields },
  revisionFields,
)}::json`

/** Joins the sender of `message`, looked up for each: `offset 0` keeps PostgreSQL from reading the whole table of members where it is small. */
export const joinSender: RawBuilder<unknown> = sql`
  left join lateral (
    select * from members as sender where sender.id = message.sender_id and sender.deleted_at is null offset 0) as peer on true`
