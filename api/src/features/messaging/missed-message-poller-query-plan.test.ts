import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  explainQuery,
  openForLoading,
  PLAN_MODES,
  type PlanMode,
  vacuumTables,
} from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { MissedMessagePoller } from './missed-message-poller.ts'
import {
  memberMessagesStatement,
  recentMessagesStatement,
  selectRecentMessages,
} from './recent-messages.ts'

const MEMBERS = 800
const PEERS = 20
const CONNECTED_MEMBERS = 500
const PARTITIONS = 32
const AGES = { lookbackMs: 6_000, minAgeMs: 0 }

interface PreparedCall {
  text: string
  values: unknown[]
}

describe('query plan of the poll for missed messages', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let memberIds: string[]
  beforeAll(async () => {
    database = await cloneDatabase()
    await insertFixtures()
    return () => database[Symbol.asyncDispose]()
  }, 120_000)

  test.each(PLAN_MODES)(
    'a poll costs the same for any number of idle members: %s',
    async (mode) => {
      const few = await measurePoll(memberIds.slice(0, 5), mode)
      const many = await measurePoll(memberIds, mode)
      expect(many).toEqual(few)
      expect(many.statements).toBe(1)
      expect(many.blocks).toBeLessThan(4 * PARTITIONS)
    },
  )

  test.each(PLAN_MODES)('the poll reads ranges of primary keys: %s', async (mode) => {
    const { sql: text, bindValues } = recentMessagesStatement
    const values = bindValues({ lookbackMs: 7 * 86_400_000, minAgeMs: 0, limit: 1_000 })
    const nodes = await explainQuery(database.db, text, values, mode)
    for (const node of nodes.filter((candidate) => candidate['Actual Loops'] > 0)) {
      expect(node['Node Type']).not.toMatch(/Seq Scan|Hash|Sort/)
      expect(node['Index Name'] ?? 'conversations_pkey').toMatch(
        /^(messages_\d\d|conversations)_pkey$/,
      )
    }
    expect(nodes[0]).toMatchObject({ 'Actual Rows': 1_000 })
  })

  test.each(PLAN_MODES)(
    'in busy times it does one lookup per connected member: %s',
    async (mode) => {
      const { sql: text, bindValues } = memberMessagesStatement
      const nodes = await explainQuery(database.db, text, bindValues({ ...AGES, memberIds }), mode)
      const sides = nodes.filter((node) => node['Index Name'] === 'conversation_sides_newest')
      expect(sides.map((node) => node['Actual Loops'])).toEqual([CONNECTED_MEMBERS])
      expect(countBlocks(nodes)).toBeLessThan(5 * CONNECTED_MEMBERS)
      for (const node of nodes.filter((candidate) => candidate['Actual Loops'] > 0)) {
        expect(node['Node Type']).not.toMatch(/Seq Scan|Hash/)
      }
    },
  )

  test('the poll finds recent messages of connected members and no others, in quiet and in busy times', async () => {
    const [mine, others] = (
      await sql<{ me: string; peer: string }>`
        (select low_id as me, high_id as peer from conversations order by low_id limit 1)
        union all
        (select low_id, high_id from conversations order by low_id desc limit 1)`.execute(
        database.db,
      )
    ).rows
    if (!mine || !others) throw new Error('The fixtures have no conversations')
    for (const { me, peer } of [mine, others])
      await sql`select insert_message(${me}, ${peer}, 'Hello', null, false)`.execute(database.db)
    const members = connect([mine.me])
    const { messages: quiet } = await selectRecentMessages(database.db, members, AGES)
    expect(quiet.map(({ memberId, peerId }) => [memberId, peerId])).toEqual([[mine.me, mine.peer]])
    const young = await selectRecentMessages(database.db, members, { ...AGES, minAgeMs: 5_000 })
    expect(young).toEqual({ messages: [], roomMessages: [] })

    // More messages than a scan reads.
    await sql`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard_of(id), now()), shard_of(id), id, low_id, 'Hello', now() + nth * interval '1 millisecond'
      from conversations, generate_series(1, 1000) as nth
      where low_id = ${others.me} and high_id = ${others.peer}`.execute(database.db)
    const query = vi.spyOn(database.db.pool, 'query')
    expect((await selectRecentMessages(database.db, members, AGES)).messages).toEqual(quiet)
    // The scan, and the members' conversations and rooms.
    expect(query).toHaveBeenCalledTimes(3)
    query.mockRestore()
  })

  /** The statements of one poll, and the blocks that they read. */
  async function measurePoll(connected: string[], mode: PlanMode) {
    const query = vi.spyOn(database.db.pool, 'query')
    const deps = { db: database.db, bus: { isConnected: true } }
    await new MissedMessagePoller(deps, { ...connect(connected), push: () => {} }, NO_ROOMS).poll()
    const calls = query.mock.calls.map(([call]) => call as unknown as PreparedCall)
    query.mockRestore()
    let blocks = 0
    for (const { text, values } of calls)
      blocks += countBlocks(await explainQuery(database.db, text, values, mode))
    return { statements: calls.length, blocks }
  }

  /** Every member has written to the next twenty a day ago. */
  async function insertFixtures() {
    await using db = await openForLoading(database.url)
    await sql`
      insert into members (username) select 'member_' || n from generate_series(1, ${sql.lit(MEMBERS)}) as n
    `.execute(db)
    await sql`
      create temporary table numbered as
      select id, row_number() over (order by id) - 1 as index from members
    `.execute(db)
    await sql`
      insert into conversations (id, low_id, high_id, last_stamp)
      select id_in_shard(shard_between(one.id, other.id), now()), one.id, other.id, now() - interval '1 day'
      from numbered as one join numbered as other on other.index - one.index between 1 and ${sql.lit(PEERS)}
    `.execute(db)
    await sql`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard_of(id), last_stamp), shard_of(id), id, low_id, 'Hello', last_stamp
      from conversations
    `.execute(db)
    await sql`
      insert into conversation_sides (member_id, peer_id, conversation_id, last_message_id)
      select side.member_id, side.peer_id, conversation_id, messages.id
      from conversations join messages on conversation_id = conversations.id,
        lateral (values (low_id, high_id), (high_id, low_id)) as side (member_id, peer_id)
    `.execute(db)
    await vacuumTables(db)
    const members = await db.selectFrom('members').select('id').limit(CONNECTED_MEMBERS).execute()
    memberIds = members.map(({ id }) => id)
  }
})

const NO_ROOMS = { deliverMissed: async () => {} }

function connect(memberIds: string[]) {
  const connected = new Set(memberIds)
  return {
    memberCount: connected.size,
    memberIds: () => memberIds,
    isMemberConnected: (memberId: string) => connected.has(memberId),
  }
}

function countBlocks(nodes: Awaited<ReturnType<typeof explainQuery>>): number {
  const blocks = nodes.map((node) => node['Shared Hit Blocks'] + node['Shared Read Blocks'])
  return Math.max(0, ...blocks)
}
