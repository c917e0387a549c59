import { sql, type RawBuilder } from 'kysely'
import { messageContent } from '../features/messaging/message-json.ts'
import { MIN_ID } from '../platform/db/id-bounds.ts'
import type { Queryable } from '../platform/db/database.ts'

const BATCH_SIZE = 1_000
interface ExportSection {
  name: string
  /** The columns that name the member and whose rows this section holds. */
  columns: readonly string[]
  /** Rows in the order of `key`, which follows `after`, up to `limit`; `item` is what is exported. */
  select: (memberId: string, after: string, limit: RawBuilder<number>) => RawBuilder<ExportRow>
}

interface ExportRow {
  key: string
  item: unknown
}

/** Exports what is stored about a member and what the member wrote, without passwords, tokens and addresses of devices. */
export async function exportMember(db: Queryable, memberId: string): Promise<MemberExport> {
  const result: MemberExport = {}
  for (const section of memberExportSections) {
    const items: unknown[] = []
    for (let after: string | undefined = MIN_ID; after !== undefined;) {
      const statement: RawBuilder<ExportRow> = section.select(memberId, after, sql.lit(BATCH_SIZE))
      const { rows } = await statement.execute(db)
      items.push(...rows.map(({ item }) => item))
      after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.key
    }
    result[section.name] = items
  }
  result['messages'] = await exportMessages(db, memberId)
  result['roomMessages'] = await exportRoomMessages(db, memberId)
  return result
}

/** The columns whose rows `exportMessages` and `exportRoomMessages` hold. */
export const MESSAGE_COLUMNS = [
  'conversation_sides.member_id',
  'message_reactions.member_id',
  'messages.sender_id',
  'room_members.member_id',
]

/** What the member sees: both sides of each conversation, from where the member has cleared it. One conversation after the other, by the index. */
async function exportMessages(db: Queryable, memberId: string): Promise<unknown[]> {
  const { rows: sides } = await sql<{ id: string; after: string; peer: string | null }>`
    select conversation_id as id, coalesce(cleared_id, ${MIN_ID}::uuid) as after, username as peer
    from conversation_sides left join members on members.id = peer_id where member_id = ${memberId}
  `.execute(db)
  const items: unknown[] = []
  for (const { id, peer, after: first } of sides) {
    for (let after: string | undefined = first; after !== undefined;) {
      const batch: { id: string }[] = await selectMessages(db, { memberId, id, after })
      items.push(...batch.map((message) => ({ peer, ...message })))
      after = batch.length < BATCH_SIZE ? undefined : batch.at(-1)?.id
    }
  }
  return items
}

/** Of each room, what they wrote at any time, and what they see while they are in it. */
async function exportRoomMessages(db: Queryable, memberId: string): Promise<unknown[]> {
  const { rows: rooms } = await sql<{ id: string; room: string; from: string; hasLeft: boolean }>`
    select room_id as id, coalesce(title, name) as room, from_id as from, left_at is not null as "hasLeft"
    from room_members join rooms on rooms.id = room_id left join posts on posts.id = post_id
    where room_members.member_id = ${memberId}
  `.execute(db)
  const items: unknown[] = []
  for (const { id, room, from, hasLeft } of rooms) {
    for (let after: string | undefined = MIN_ID; after !== undefined;) {
      const { rows: batch } = await sql<{ id: string }>`
        select id, sender_id = ${memberId} as is_sender, ${messageContent} as content, line, about, is_markdown, reply_to, created_at,
          edited_at, deleted_at,
          ${selectOwnReactions(memberId)} as reactions
        from messages as message
        where shard = shard_of(${id}) and conversation_id = ${id} and id > ${after}
          and (sender_id = ${memberId} or not ${hasLeft} and id > ${from})
        order by id limit ${sql.lit(BATCH_SIZE)}
      `.execute(db)
      items.push(...batch.map((message) => ({ room, ...message })))
      after = batch.length < BATCH_SIZE ? undefined : batch.at(-1)?.id
    }
  }
  return items
}

/** The reactions of the member to `message`; null for most. */
function selectOwnReactions(memberId: string): RawBuilder<unknown> {
  return sql`case when revised_at is not null then (
    select json_agg(kind order by kind) from message_reactions where message_id = message.id and member_id = ${memberId}) end`
}

async function selectMessages(
  db: Queryable,
  { memberId, id, after }: { memberId: string; id: string; after: string },
) {
  const { rows } = await sql<{ id: string }>`
    select id, sender_id = ${memberId} as is_sender, ${messageContent} as content, about, is_markdown, reply_to, created_at, delivered_at, read_at, edited_at,
      deleted_at, ${selectOwnReactions(memberId)} as reactions
    from messages as message
    where shard = shard_of(${id}) and conversation_id = ${id} and id > ${after}
    order by id limit ${sql.lit(BATCH_SIZE)}
  `.execute(db)
  return rows
}

type MemberExport = Record<string, unknown[]>

/** Each is a subquery with the columns `key` and the fields to export. */
function defineSection(
  name: string,
  columns: readonly string[],
  buildRows: (memberId: string) => RawBuilder<unknown>,
): ExportSection {
  return {
    name,
    columns,
    select: (memberId, after, limit) => sql<ExportRow>`
      select key::text as key, to_jsonb(rows) - 'key' as item from (${buildRows(memberId)}) as rows
      where key > ${after}::uuid order by rows.key limit ${limit}`,
  }
}

export const memberExportSections: readonly ExportSection[] = [
  defineSection(
    'account',
    [
      'members.id',
      'accounts.member_id',
      'github_connections.member_id',
      'staff.member_id',
      'onboardings.member_id',
    ],
    (id) => sql`
      select id as key, id, username, first_name, last_name, members.created_at, email, verified_at,
        password_hash is not null as has_password, google_sub, github_id, login as github_login, role, goal, posting_limited_until, messaging_limited_until,
        suspended_until, deleted_at
      from members left join accounts on accounts.member_id = id left join staff on staff.member_id = id
        left join github_connections on github_connections.member_id = id left join onboardings on onboardings.member_id = id
      where id = ${id}`,
  ),
  defineSection(
    'profile',
    ['profiles.member_id', 'availabilities.member_id', 'notification_settings.member_id'],
    (id) => sql`
      select id as key, bio, skills, github, linkedin, website, location, social_links,
        (select to_jsonb(availabilities) - 'member_id' from availabilities where member_id = ${id}) as availability,
        (select kinds from notification_settings where member_id = ${id}) as mails
      from members left join profiles on profiles.member_id = id where id = ${id}`,
  ),
  defineSection(
    'sessions',
    ['sessions.member_id'],
    (id) =>
      sql`select id as key, device, last_seen_at, expires_at from sessions where member_id = ${id}`,
  ),
  defineSection(
    'passkeys',
    ['passkeys.member_id'],
    (id) =>
      sql`select id as key, name, created_at, last_used_at from passkeys where member_id = ${id}`,
  ),
  defineSection(
    'accountEvents',
    ['account_events.member_id'],
    (id) =>
      sql`select id as key, kind, method, device, created_at from account_events where member_id = ${id}`,
  ),
  defineSection(
    'secondFactor',
    ['totp.member_id', 'recovery_codes.member_id', 'second_factor_resets.member_id'],
    (id) => sql`
      select totp.member_id as key, confirmed_at,
        (select count(*) from recovery_codes where recovery_codes.member_id = ${id} and used_at is null) as recovery_codes_left,
        (select started_at from second_factor_resets where second_factor_resets.member_id = ${id}) as reset_started_at
      from totp where totp.member_id = ${id}`,
  ),
  defineSection(
    'pictures',
    ['pictures.member_id'],
    (id) => sql`
      select (encode(substring(sha256(key::bytea) for 16), 'hex'))::uuid as key, pictures.key as name, uploaded_at, in_use
      from pictures where member_id = ${id}`,
  ),
  defineSection(
    'message-pictures',
    ['message_pictures.member_id'],
    (id) => sql`
      select (encode(substring(sha256(key::bytea) for 16), 'hex'))::uuid as key, message_pictures.key as name, message_id, uploaded_at,
        removed_at
      from message_pictures where member_id = ${id}`,
  ),
  defineSection(
    'posts',
    ['posts.author_id'],
    (id) => sql`
      select id as key, id, type, title, body, github, demo, project_url, created_at, hidden_at,
        (select coalesce(jsonb_agg(jsonb_build_object('title', roles.title, 'about', about, 'skills', skills)), '[]')
          from roles where roles.post_id = posts.id) as roles
      from posts where author_id = ${id}`,
  ),
  defineSection(
    'updates',
    ['updates.author_id'],
    (id) =>
      sql`select id as key, id, post_id, body, state, edited_at from updates where author_id = ${id}`,
  ),
  defineSection(
    'comments',
    ['comments.author_id'],
    (id) =>
      sql`select id as key, id, post_id, content, created_at, edited_at from comments where author_id = ${id}`,
  ),
  defineSection(
    'likes',
    ['post_likes.member_id'],
    (id) => sql`select post_id as key, post_id, liked_at from post_likes where member_id = ${id}`,
  ),
  defineSection(
    'follows',
    ['follows.member_id'],
    (id) =>
      sql`select post_id as key, post_id, with_updates, followed_at from follows where member_id = ${id}`,
  ),
  defineSection(
    'mutedPosts',
    ['post_mutes.member_id'],
    (id) => sql`select post_id as key, post_id from post_mutes where member_id = ${id}`,
  ),
  defineSection(
    'teams',
    ['team_members.member_id'],
    (id) => sql`
      select post_id as key, post_id, role_title, is_co_owner, joined_at, left_at from team_members where member_id = ${id}`,
  ),
  defineSection(
    'joinRequests',
    ['join_requests.member_id', 'join_requests.owner_id', 'join_requests.sender_id'],
    (id) => sql`
      select id as key, id, post_title, role_title, from_owner, sender_id = ${id} as is_sender,
        case when sender_id = ${id} or hidden_at is null then note end as note, hours, state, reason, answer, created_at, ended_at
      from join_requests where member_id = ${id} or owner_id = ${id} or sender_id = ${id}`,
  ),
  defineSection(
    'notifications',
    ['notifications.member_id'],
    (id) =>
      sql`select id as key, kind, count, at, read_at from notifications where member_id = ${id}`,
  ),
  defineSection(
    'blocks',
    ['blocks.member_id'],
    (id) => sql`
      select other_id as key, username, blocks.created_at from blocks join members on members.id = other_id
      where member_id = ${id}`,
  ),
  defineSection(
    'mutes',
    ['mutes.member_id'],
    (id) => sql`
      select other_id as key, username, mutes.created_at from mutes join members on members.id = other_id
      where member_id = ${id}`,
  ),
  defineSection(
    'reports',
    ['reports.reporter_id'],
    (id) => sql`select id as key, reason, note, created_at from reports where reporter_id = ${id}`,
  ),
  defineSection(
    'decisions',
    ['cases.author_id'],
    (id) => sql`
      select id as key, kind, decision, rule, cases.text, until, cases.decided_at, taken_back_at, appeals.text as appeal, answer
      from cases left join appeals on case_id = id
      where author_id = ${id} and decision is not null and decision <> 'keep'`,
  ),
]
