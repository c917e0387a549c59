import { findMentionedNames } from '@dolph/contract/mentions/mentions'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import { readSampleRooms } from '../sample-data.ts'
import type { SampleWorld } from './sample-world.ts'

const MINUTE_MS = 60_000
const UNREAD_MS = 60 * MINUTE_MS

/** Dates what happened in the rooms of teams back to when members joined, and lets two teams write a week of messages. */
export async function insertRoomMessages(
  tx: Queryable,
  { posts, getMemberId, now }: SampleWorld,
): Promise<void> {
  const dateBack = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS).toISOString()
  const said = readSampleRooms().flatMap(({ post: title, messages }) => {
    const post = posts.find((each) => each.title === title)
    if (!post) throw new Error(`rooms.yaml names a post that is not there: ${title}`)
    return messages.map(({ from, minutesAgo, text, isMarkdown, isEdited, answers, reactions }) => ({
      is_markdown: isMarkdown,
      is_edited: isEdited,
      answered_at: answers === undefined ? null : dateBack(answers),
      reactions: Object.entries(reactions).flatMap(([kind, names]) =>
        (names ?? []).map((name) => ({ kind, member_id: getMemberId(name) })),
      ),
      post_id: post.id,
      sender_id: getMemberId(from),
      at: dateBack(minutesAgo),
      content: text,
      mentions: findMentionedNames(text).map(getMemberId),
    }))
  })
  // The rooms come by a trigger, which runs here and not at the commit; its lines are of this moment.
  await sql`set constraints follow_team immediate`.execute(tx)
  await sql`delete from messages where line is not null`.execute(tx)
  await sql`
    with entries as (
      select rooms.id as room_id, member_id as sender_id, joined_at as at, 'joined' as content, 'joined' as line, null::uuid[] as mentions
      from rooms join team_members using (post_id)
      union all
      select rooms.id, sender_id, at, content, null, nullif(mentions, '{}')
      from rooms join json_to_recordset(${JSON.stringify(said)})
        as said(post_id uuid, sender_id uuid, at timestamptz, content text, mentions uuid[])
        using (post_id)),
    inserted as (
      insert into messages (id, shard, conversation_id, sender_id, content, line, mentions, changed_at)
      select id_in_shard(shard_of(room_id), at), shard_of(room_id), room_id, sender_id, content, line, mentions, at from entries
      returning id, conversation_id, changed_at)
    update rooms set last_message_id = newest.id, last_stamp = newest.changed_at
    from (
      select distinct on (conversation_id) conversation_id, id, changed_at from inserted
      order by conversation_id, id desc) as newest
    where conversation_id = rooms.id`.execute(tx)
  await markMessages(
    tx,
    said.filter(({ is_markdown, answered_at }) => is_markdown || answered_at !== null),
  )
  await changeMessages(
    tx,
    said.filter(({ is_edited, reactions }) => is_edited || reactions.length > 0),
  )
  // Members read from joining on, and have read what is older than an hour or than what they wrote last.
  await sql`
    update room_members as place set joined_at = coalesce(joining.at, place.joined_at),
      from_id = coalesce((${selectNewest(sql`changed_at < joining.at`)}), ${MIN_ID}),
      mention_id = (${selectNewest(sql`place.member_id = any (mentions)`)}),
      read_id = (${selectNewest(sql`(changed_at < ${new Date(now.getTime() - UNREAD_MS).toISOString()} or sender_id = place.member_id)`)})
    from room_members as own
    left join rooms on rooms.id = own.room_id
    left join lateral (
      select joined_at as at from team_members where post_id = rooms.post_id and member_id = own.member_id) as joining on true
    where own.room_id = place.room_id and own.member_id = place.member_id`.execute(tx)
}

interface MarkedSample {
  post_id: string
  at: string
  is_markdown: boolean
  answered_at: string | null
}

/** Makes messages Markdown, and answers to earlier ones. */
async function markMessages(tx: Queryable, marked: readonly MarkedSample[]): Promise<void> {
  await sql`
    update messages set is_markdown = nullif(sample.is_markdown, false), reply_to = answered.id
    from rooms
    join json_to_recordset(${JSON.stringify(marked)})
      as sample(post_id uuid, at timestamptz, is_markdown boolean, answered_at timestamptz) using (post_id)
    left join messages as answered on answered.shard = shard_of(rooms.id) and answered.conversation_id = rooms.id
      and answered.created_at = answered_at and answered.line is null
    where messages.shard = shard_of(rooms.id) and messages.conversation_id = rooms.id and messages.created_at = at
      and messages.line is null`.execute(tx)
}

interface ChangedSample {
  post_id: string
  at: string
  is_edited: boolean
  reactions: readonly { kind: string; member_id: string }[]
}

/** Edits messages and reacts to them, as if it had happened when they were sent. */
async function changeMessages(tx: Queryable, changed: readonly ChangedSample[]): Promise<void> {
  await sql`
    with samples as (
      select messages.id, is_edited, reactions from rooms
      join json_to_recordset(${JSON.stringify(changed)}) as sample(post_id uuid, at timestamptz, is_edited boolean, reactions json)
        using (post_id)
      join messages on shard = shard_of(rooms.id) and conversation_id = rooms.id and created_at = at and line is null),
    reacted as (
      insert into message_reactions (message_id, member_id, kind)
      select id, member_id, kind from samples
      cross join lateral json_to_recordset(reactions) as reaction(kind text, member_id uuid))
    update messages set revised_at = changed_at, edited_at = case when is_edited then changed_at end
    from samples where messages.id = samples.id and shard = shard_of(samples.id)`.execute(tx)
}

/** The newest message of the room of `place` that fulfills a condition. */
function selectNewest(condition: ReturnType<typeof sql>) {
  return sql`
    select id from messages
    where shard = shard_of(place.room_id) and conversation_id = place.room_id and ${condition} order by id desc limit 1`
}
