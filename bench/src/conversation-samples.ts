import pg from 'pg'
import { BENCH_DATABASE_URL } from './database.ts'

/** More than fit on a page, so that every page is full. */
const CONVERSATIONS_MIN = 21
const MESSAGES_MIN = 51
const MISSED_MESSAGES = 5

interface ConversationSample {
  memberId: string
  peerId: string
  /** A sync time after which a few messages changed. */
  since: string
}

/** Samples members with many conversations, and conversations with many messages. */
export async function sampleConversations(
  count: number,
): Promise<{ members: { memberId: string }[]; threads: ConversationSample[] }> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE_URL })
  await client.connect()
  const members = await client.query<{ memberId: string }>(
    `select member_id as "memberId"
     from conversation_sides group by 1 having count(*) >= $2 order by random() limit $1`,
    [count, CONVERSATIONS_MIN],
  )
  const threads = await client.query<ConversationSample>(
    `select low_id as "memberId", high_id as "peerId", (
       select to_char(changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from messages
       where shard = shard_of(conversations.id) and conversation_id = conversations.id
       order by changed_at desc offset $3 limit 1) as since
     from (
       select conversation_id from messages group by 1 having count(*) >= $2 order by random() limit $1
     ) as long join conversations on conversations.id = conversation_id`,
    [count, MESSAGES_MIN, MISSED_MESSAGES],
  )
  await client.end()
  if (members.rows.length === 0 || threads.rows.length === 0) {
    throw new Error('The bench database has no messages: run pnpm bench:load first')
  }
  return { members: members.rows, threads: threads.rows }
}

/** Samples pairs of members who share a conversation; no member is in two pairs. */
export async function sampleMemberPairs(count: number): Promise<[string, string][]> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ low_id: string; high_id: string }>(
    'select low_id, high_id from conversations order by random() limit $1',
    [count * 4],
  )
  await client.end()
  const usedIds = new Set<string>()
  const pairs = rows.flatMap(({ low_id: low, high_id: high }): [string, string][] => {
    if (usedIds.has(low) || usedIds.has(high)) return []
    usedIds.add(low).add(high)
    return [[low, high]]
  })
  if (pairs.length < count) {
    throw new Error('The bench database has too few conversations: run pnpm bench:load first')
  }
  return pairs.slice(0, count)
}

/** Samples members with their most recent conversation and the time of its last change. */
export async function sampleConversationMembers(count: number): Promise<ConversationSample[]> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<ConversationSample>(
    `select member_id as "memberId", peer_id as "peerId",
       to_char(last_stamp at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since
     from (
       select member_id, max(last_message_id::text)::uuid as last_message_id
       from conversation_sides group by 1 order by md5(member_id::text) limit $1) as chosen
     join conversation_sides using (member_id, last_message_id)
     join conversations on conversations.id = conversation_id`,
    [count],
  )
  await client.end()
  if (rows.length < count)
    throw new Error(
      'The bench database has too few members with conversations: run pnpm bench:load first',
    )
  return rows
}
