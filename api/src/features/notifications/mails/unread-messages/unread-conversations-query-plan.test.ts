import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { queryCompiler } from '../../../../platform/db/database.ts'
import {
  countRowsRead,
  explainQuery,
  openForLoading,
  PLAN_MODES,
  vacuumTables,
} from '../../../../testing/query-plan.ts'
import { cloneDatabase } from '../../../../testing/test-database.ts'
import { buildUnreadQuery } from './unread-conversations.ts'

const MEMBERS = 1_000
const PEERS = 20
const ROOMS = 4_000
const MEMBERS_OF_A_ROOM = 4
const LIMIT = 200

describe('query plan of the search for unread messages', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  beforeAll(async () => {
    database = await cloneDatabase()
    await insertFixtures()
    return () => database[Symbol.asyncDispose]()
  }, 120_000)

  test.each(PLAN_MODES)(
    'reads its messages by their ids, and rows of these alone: %s',
    async (mode) => {
      const { rows } = await sql<{ id: string }>`
      select id from messages order by id offset 10000 limit 1`.execute(database.db)
      const query = buildUnreadQuery({
        after: rows[0]?.id ?? '',
        before: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        limit: LIMIT,
        mailedAfter: new Date().toISOString(),
      }).compile(queryCompiler)

      const nodes = await explainQuery(database.db, query.sql, [...query.parameters], mode)

      const ran = nodes.filter((node) => node['Actual Loops'] > 0)
      for (const node of ran)
        expect(`${node['Node Type']} ${node['Relation Name']}`).not.toMatch(/Seq Scan|Hash Join/)
      const messages = ran.filter((node) => node['Relation Name']?.startsWith('messages_'))
      for (const node of messages) expect(node['Index Name']).toMatch(/^messages_\d\d_pkey$/)
      const readMessages = messages.reduce((sum, node) => sum + node['Actual Rows'], 0)
      expect(readMessages).toBeLessThan(LIMIT + 64)
      for (const table of ['conversations', 'conversation_sides', 'rooms'])
        expect(countRowsRead(nodes, table)).toBeLessThanOrEqual(LIMIT)
      for (const table of ['room_members', 'accounts', 'sessions'])
        expect(countRowsRead(nodes, table)).toBeLessThanOrEqual(LIMIT * MEMBERS_OF_A_ROOM)
    },
  )

  /** Every member has written to the next twenty, and every room has one message. */
  async function insertFixtures() {
    await using db = await openForLoading(database.url)
    await sql`
      insert into members (username) select 'member_' || n from generate_series(1, ${sql.lit(MEMBERS)}) as n
    `.execute(db)
    await sql`
      insert into accounts (member_id, email, google_sub) select id, username || '@example.com', username from members
    `.execute(db)
    await sql`
      insert into sessions (member_id, token_hash, last_seen_at, expires_at)
      select id, decode(md5(username) || md5(username), 'hex'), now() - interval '3 days', now() + interval '1 day' from members
    `.execute(db)
    await sql`
      create temporary table numbered as
      select id, row_number() over (order by id) - 1 as index from members
    `.execute(db)
    await sql`
      insert into conversations (id, low_id, high_id, last_stamp)
      select id_in_shard(shard_between(one.id, other.id), now()), one.id, other.id,
        now() - interval '1 day' + row_number() over () * interval '1 second'
      from numbered as one join numbered as other on other.index - one.index between 1 and ${sql.lit(PEERS)}
    `.execute(db)
    await sql`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard_of(id), last_stamp), shard_of(id), id, low_id, 'Hello', last_stamp
      from conversations
    `.execute(db)
    await sql`
      insert into conversation_sides (member_id, peer_id, conversation_id, last_message_id, unread)
      select side.member_id, side.peer_id, conversation_id, messages.id, side.unread
      from conversations join messages on conversation_id = conversations.id,
        lateral (values (low_id, high_id, 0), (high_id, low_id, 1)) as side (member_id, peer_id, unread)
    `.execute(db)
    await sql`
      insert into posts (author_id, title, type, body)
      select id, 'Tide', 'showcase', 'A tide clock' from members, generate_series(1, ${sql.lit(ROOMS / MEMBERS)})`.execute(
      db,
    )
    await sql`
      insert into rooms (id, post_id, name, last_stamp)
      select id_in_shard((nth % 4096)::smallint, now()), id, title, now() - interval '1 day' + nth * interval '5 seconds'
      from (select *, row_number() over (order by id) as nth from posts) as post`.execute(db)
    await sql`
      insert into room_members (room_id, member_id, from_id)
      select room.id, member.id, '00000000-0000-0000-0000-000000000000'
      from (select id, row_number() over (order by id) as nth from rooms) as room
      cross join generate_series(1, ${sql.lit(MEMBERS_OF_A_ROOM)}) as step
      join numbered as member on member.index = (room.nth + step * 100) % ${sql.lit(MEMBERS)}`.execute(
      db,
    )
    await sql`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard_of(rooms.id), last_stamp), shard_of(rooms.id), rooms.id, posts.author_id, 'Hello', last_stamp
      from rooms join posts on posts.id = post_id`.execute(db)
    await sql`
      insert into unread_message_mails (member_id, conversation_id, mailed_at)
      select member_id, room_id, now() - interval '1 day' from room_members`.execute(db)
    await sql`
      insert into mutes (member_id, other_id) select member_id, peer_id from conversation_sides where unread = 1 limit 5000
    `.execute(db)
    await sql`
      insert into notification_settings (member_id) select id from members
    `.execute(db)
    await vacuumTables(db)
  }
})
