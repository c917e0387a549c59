import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { explainQuery, PLAN_MODES } from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { recentMessagesStatement } from './missed-message-poller.ts'

const MEMBERS = 2_000
const PEERS = 20
const CONNECTED_MEMBERS = 500

describe('query plan of the poll for missed messages', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let memberIds: string[]
  beforeAll(async () => {
    database = await cloneDatabase()
    await insertFixtures()
    return () => database[Symbol.asyncDispose]()
  }, 120_000)

  test.each(PLAN_MODES)('the poll does one index lookup per connected member: %s', async (mode) => {
    const { sql: text, bindValues } = recentMessagesStatement
    const query = { memberIds, lookbackMs: 6_000, minAgeMs: 0 }
    const nodes = await explainQuery(database.db, text, bindValues(query), mode)
    const sides = nodes.filter((node) => node['Index Name'] === 'conversation_sides_newest')
    expect(sides.map((node) => node['Actual Loops'])).toEqual([CONNECTED_MEMBERS])
    const blocks = nodes.reduce(
      (most, node) => Math.max(most, node['Shared Hit Blocks'] + node['Shared Read Blocks']),
      0,
    )
    expect(blocks).toBeLessThan(5 * CONNECTED_MEMBERS)
    for (const node of nodes.filter((candidate) => candidate['Actual Loops'] > 0)) {
      expect(node['Node Type']).not.toMatch(/Seq Scan|Hash/)
    }
  })

  test('the poll finds recent messages and no others', async () => {
    const [row] = (
      await sql<{ me: string; peer: string }>`
        select member_id as me, peer_id as peer from conversation_sides limit 1`.execute(
        database.db,
      )
    ).rows
    const { me = '', peer = '' } = row ?? {}
    await sql`select send_message(${me}, ${peer}, 'Hello', null, false)`.execute(database.db)
    const query = { memberIds: [me, ...memberIds], lookbackMs: 6_000, minAgeMs: 0 }
    const messages = await recentMessagesStatement.run(database.db, query)
    expect(new Set(messages.map((message) => `${message.memberId} ${message.peerId}`))).toContain(
      `${me} ${peer}`,
    )
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await recentMessagesStatement.run(database.db, { ...query, minAgeMs: 5_000 })).toEqual(
      [],
    )
  })

  /** Every member has written to the next twenty a day ago. */
  async function insertFixtures() {
    await using db = openDatabase(database.url, { statementTimeoutMs: 0 })
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
    await sql`vacuum analyze`.execute(db)
    const members = await db.selectFrom('members').select('id').limit(CONNECTED_MEMBERS).execute()
    memberIds = members.map(({ id }) => id)
  }
})
