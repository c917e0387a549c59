import { SYNC_CHANGES_MAX, MESSAGES_PAGE_SIZE } from '@dolph/contract/messaging/messaging'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import {
  explainQuery,
  openForLoading,
  PLAN_MODES,
  type PlanNode,
  vacuumTables,
} from '../../../testing/query-plan.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'
import { visiblePictureStatement } from '../pictures/find-visible-picture.ts'
import { prepareConversationList, unreadCountStatement } from './conversation-list-queries.ts'
import { changesStatement, conversationMessagesStatement } from './conversation-queries.ts'

const MEMBERS = 1_000
const PEERS = 40
const MESSAGES_EACH = 4
const LONG_CONVERSATION_MESSAGES = 5_000
const LIST_ROWS = 21

describe('query plans of messages', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let pair: { memberId: string; peerId: string }
  beforeAll(async () => {
    database = await cloneDatabase()
    await insertFixtures()
    return () => database[Symbol.asyncDispose]()
  }, 120_000)

  test.each(PLAN_MODES)('a page of a long conversation reads only its rows: %s', async (mode) => {
    const { sql: text, bindValues } = conversationMessagesStatement
    const values = bindValues({ ...pair, before: MAX_ID })
    // The first call of a connection reads the catalog for the plan that the function keeps.
    await explainQuery(database.db, text, values, mode)
    const nodes = await explainQuery(database.db, text, values, mode)
    const [messages] = nodes.filter((node) => node['Node Type'] === 'Function Scan')
    expect(messages?.['Actual Rows']).toBe(MESSAGES_PAGE_SIZE + 1)
    // At most one block per row, and a few to reach the first.
    expect(messages && countBlocks(messages)).toBeLessThan(2 * MESSAGES_PAGE_SIZE)
    expectIndexScans(nodes)
  })

  test.each(PLAN_MODES)('a sync reads only changed messages: %s', async (mode) => {
    const { sql: text, bindValues } = changesStatement
    const query = { ...pair, since: new Date(Date.now() - 86_400_000).toISOString() }
    const nodes = await explainQuery(database.db, text, bindValues(query), mode)
    const [changes] = nodes.filter((node) => node['Node Type'] === 'Function Scan')
    expect(changes?.['Actual Rows']).toBe(SYNC_CHANGES_MAX + 1)
    // At most one block per row, and a few to reach the first.
    expect(changes && countBlocks(changes)).toBeLessThan(2 * SYNC_CHANGES_MAX)
    expectIndexScans(nodes)
  })

  test.each(PLAN_MODES)('a list reads one message for each conversation: %s', async (mode) => {
    const { sql: text, bindValues } = prepareConversationList(LIST_ROWS)
    const query = { memberId: pair.memberId, before: MAX_ID }
    const nodes = await explainQuery(database.db, text, bindValues(query), mode)
    expect(countMessagesRead(nodes)).toBe(LIST_ROWS)
    expectIndexScans(nodes)
  })

  test.each(PLAN_MODES)('the unread count is read from its own index: %s', async (mode) => {
    const { sql: text, bindValues } = unreadCountStatement
    const nodes = await explainQuery(database.db, text, bindValues(pair), mode)
    expect(nodes.map((node) => node['Index Name'])).toContain('conversation_sides_unread')
  })

  test.each(PLAN_MODES)(
    'who may see a picture is read without reading others: %s',
    async (mode) => {
      const { sql: text, bindValues } = visiblePictureStatement
      const { key } = await database.db
        .selectFrom('message_pictures')
        .select('key')
        .where('member_id', '=', pair.memberId)
        .limit(1)
        .executeTakeFirstOrThrow()
      const query = { memberId: pair.memberId, key }
      await explainQuery(database.db, text, bindValues(query), mode)
      const nodes = await explainQuery(database.db, text, bindValues(query), mode)
      expect(nodes[0]?.['Actual Rows']).toBe(1)
      expect(nodes[0] && countBlocks(nodes[0])).toBeLessThan(40)
      expectIndexScans(nodes)
    },
  )

  function selectPartitionScans(nodes: PlanNode[]): PlanNode[] {
    return nodes.filter((node) => node['Relation Name']?.startsWith('messages_'))
  }

  function countMessagesRead(nodes: PlanNode[]): number {
    return selectPartitionScans(nodes).reduce(
      (sum, node) => sum + node['Actual Rows'] * node['Actual Loops'],
      0,
    )
  }

  function countBlocks(node: PlanNode): number {
    return node['Shared Hit Blocks'] + node['Shared Read Blocks']
  }

  function expectIndexScans(nodes: PlanNode[]) {
    for (const node of nodes.filter((candidate) => candidate['Actual Loops'] > 0)) {
      expect(node['Node Type']).not.toMatch(/Seq Scan|Hash|Bitmap/)
      expect(node['Rows Removed by Filter'] ?? 0).toBe(0)
    }
  }

  /** Every member has conversations with the next forty, and the first two have a long one. */
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
      select id_in_shard(shard_between(one.id, other.id), now()), one.id, other.id, now()
      from numbered as one join numbered as other on other.index - one.index between 1 and ${sql.lit(PEERS)}
    `.execute(db)
    await sql`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard_of(id), at), shard_of(id), id, low_id, repeat('word ', 10), at
      from (
        select *, now() - make_interval(secs => n) as at
        from conversations, generate_series(1, ${sql.lit(MESSAGES_EACH)}) as n) as sent
    `.execute(db)
    await sql`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard_of(id), at), shard_of(id), id, low_id, repeat('word ', 10), at
      from (
        select *, now() - make_interval(secs => 10 + n) as at
        from (select * from conversations order by low_id, high_id limit 1) as first,
          generate_series(1, ${sql.lit(LONG_CONVERSATION_MESSAGES)}) as n) as sent
    `.execute(db)
    await sql`
      insert into conversation_sides (member_id, peer_id, conversation_id, last_message_id, unread)
      select side.member_id, side.peer_id, id, (
        select id from messages where shard = shard_of(conversations.id) and conversation_id = conversations.id
        order by id desc limit 1), 1
      from conversations,
        lateral (values (low_id, high_id), (high_id, low_id)) as side (member_id, peer_id)
    `.execute(db)
    await sql`
      insert into message_pictures (key, member_id, message_id, width, height, stored_at)
      select translate(encode(sha256(id::text::bytea), 'base64'), '+/=', '-_'), sender_id, id, 2, 2, now() from messages
    `.execute(db)
    await vacuumTables(db)
    pair = await db
      .selectFrom('conversations')
      .select(['low_id as memberId', 'high_id as peerId'])
      .orderBy('low_id')
      .orderBy('high_id')
      .limit(1)
      .executeTakeFirstOrThrow()
  }
})
