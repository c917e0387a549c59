import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  countRowsRead,
  explainQuery,
  openForLoading,
  PLAN_MODES,
  type PlanNode,
  vacuumTables,
} from '../../testing/query-plan.ts'
import { MAX_ID, MIN_ID } from '../../platform/db/id-bounds.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { memberRoomMessagesStatement } from '../messaging/recent-messages.ts'
import { markReadStatement } from './room-actions.ts'
import { missedRoomMessagesStatement } from './room-deliveries.ts'
import { changesStatement, pageStatement, searchStatement } from './room-messages.ts'
import { roomListStatement, roomStatement, unreadInRoomsStatement } from './room-queries.ts'
import { insertRoomMessageStatement } from './send-room-message.ts'
import { PLAIN_MESSAGE } from './testing/plain-message.ts'

const MEMBERS = 20_000
/** The first of them are on teams. */
const TEAM_MEMBERS = 2_000
const ROOMS = 5_000
const MEMBERS_OF_A_ROOM = 4
const MESSAGES_OF_A_ROOM = 16
const MESSAGES_OF_THE_LONG_ROOM = 2_000
/** Each room has four of two thousand members. */
const ROOMS_OF_A_MEMBER = (ROOMS * MEMBERS_OF_A_ROOM) / TEAM_MEMBERS

describe('query plans of rooms', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let memberId: string
  let roomId: string
  let messageId: string
  beforeAll(async () => {
    database = await cloneDatabase()
    await insertFixtures()
    return () => database[Symbol.asyncDispose]()
  }, 120_000)

  test.each(PLAN_MODES)('a page of a room reads only its rows: %s', async (mode) => {
    const values = pageStatement.bindValues({ roomId, memberId, before: MAX_ID })
    const nodes = await explainTwice(pageStatement.sql, values, mode)
    const [messages] = nodes.filter((node) => node['Node Type'] === 'Function Scan')
    expect(messages?.['Actual Rows']).toBe(51)
    expect(messages && countBlocks(messages)).toBeLessThan(110)
    expectNoFullScan(nodes)
  })

  test.each(PLAN_MODES)('a sync reads only what changed: %s', async (mode) => {
    const query = { roomId, memberId, since: '9999-01-01T00:00:00.000Z' }
    const nodes = await explainTwice(changesStatement.sql, changesStatement.bindValues(query), mode)
    const [changes] = nodes.filter((node) => node['Node Type'] === 'Function Scan')
    expect(changes?.['Actual Rows']).toBe(0)
    expect(changes && countBlocks(changes)).toBeLessThan(10)
    expectNoFullScan(nodes)
  })

  test.each(PLAN_MODES)(
    'the list and the unread number read the rooms of one member: %s',
    async (mode) => {
      // The list has the unread number in it.
      for (const [{ sql: text, bindValues }, readings] of [
        [roomListStatement, 6],
        [unreadInRoomsStatement, 2],
      ] as const) {
        const nodes = await explainTwice(text, bindValues({ memberId, before: MAX_ID }), mode)
        expect(countRowsRead(nodes, 'rooms')).toBeLessThanOrEqual(readings * ROOMS_OF_A_MEMBER)
        expectNoFullScan(nodes)
      }
    },
  )

  test.each(PLAN_MODES)('a room is read with its members alone: %s', async (mode) => {
    const values = roomStatement.bindValues({ memberId, roomId })
    const nodes = await explainTwice(roomStatement.sql, values, mode)
    expect(countRowsRead(nodes, 'room_members')).toBeLessThanOrEqual(4 * MEMBERS_OF_A_ROOM)
    expectNoFullScan(nodes)
  })

  test.each(PLAN_MODES)('a search reads the messages of its room: %s', async (mode) => {
    const values = searchStatement.bindValues({ memberId, roomId, before: MAX_ID, text: 'hello' })
    const nodes = await explainTwice(searchStatement.sql, values, mode)
    const [messages] = nodes.filter((node) => node['Node Type'] === 'Function Scan')
    expect(messages?.['Actual Rows']).toBe(MESSAGES_OF_THE_LONG_ROOM)
    expectNoFullScan(nodes.filter((node) => node['Node Type'] !== 'CTE Scan'))
  })

  test.each(PLAN_MODES)(
    'a send and a report of what was read change the rows of one room: %s',
    async (mode) => {
      const draft = {
        ...PLAIN_MESSAGE,
        memberId,
        roomId,
        content: 'Hello',
        tempId: null,
        names: ['member_1', 'member_2'],
      }
      const sent = await explainTwice(
        insertRoomMessageStatement.sql,
        insertRoomMessageStatement.bindValues(draft),
        mode,
      )
      const [insertion] = sent.filter((node) => node['Node Type'] === 'Function Scan')
      expect(insertion && countBlocks(insertion)).toBeLessThan(150)
      const values = markReadStatement.bindValues({ memberId, roomId, upTo: MAX_ID })
      const nodes = await explainTwice(markReadStatement.sql, values, mode)
      expect(countRowsRead(nodes, 'room_members')).toBeLessThanOrEqual(4)
      expectNoFullScan(nodes)
    },
  )

  test.each(PLAN_MODES)('the rooms of connected members are read one by one: %s', async (mode) => {
    const ages = { lookbackMs: 30_000, minAgeMs: 0 }
    const values = memberRoomMessagesStatement.bindValues({ ...ages, memberIds: [memberId] })
    const nodes = await explainTwice(memberRoomMessagesStatement.sql, values, mode)
    expect(countRowsRead(nodes, 'rooms')).toBeLessThanOrEqual(2 * ROOMS_OF_A_MEMBER)
    expectNoFullScan(nodes)
  })

  test.each(PLAN_MODES)('missed messages are found by their ids: %s', async (mode) => {
    const values = missedRoomMessagesStatement.bindValues({ messageIds: [messageId] })
    const nodes = await explainTwice(missedRoomMessagesStatement.sql, values, mode)
    expect(countRowsRead(nodes, 'room_members')).toBeLessThanOrEqual(MEMBERS_OF_A_ROOM)
    expectNoFullScan(nodes)
  })

  /** The first call of a connection reads the catalog for the plans that functions keep. */
  async function explainTwice(text: string, values: unknown[], mode: (typeof PLAN_MODES)[number]) {
    await explainQuery(database.db, text, values, mode)
    return explainQuery(database.db, text, values, mode)
  }

  async function insertFixtures() {
    await using db = await openForLoading(database.url)
    await sql`
      insert into members (username) select 'member_' || n from generate_series(1, ${sql.lit(MEMBERS)}) as n`.execute(
      db,
    )
    await sql`
      create temporary table numbered as select id, row_number() over (order by id) - 1 as nth from members`.execute(
      db,
    )
    await sql`
      insert into posts (author_id, title, type, body)
      select id, 'Tide', 'showcase', 'A tide clock' from numbered where nth < ${sql.lit(ROOMS)}`.execute(
      db,
    )
    await sql`
      insert into rooms (id, post_id, name, last_stamp)
      select id_in_shard((row_number() over () % 4096)::smallint, now()), id, title, now() from posts`.execute(
      db,
    )
    await sql`
      insert into room_members (room_id, member_id, from_id)
      select room.id, member.id, ${MIN_ID}
      from (select id, row_number() over (order by id) as nth from rooms) as room
      cross join generate_series(0, ${sql.lit(MEMBERS_OF_A_ROOM - 1)}) as step
      join numbered as member on member.nth = (room.nth * 2 + step * 100) % ${sql.lit(TEAM_MEMBERS)}`.execute(
      db,
    )
    await sql`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard_of(room.id), now() - n * interval '1 minute'), shard_of(room.id), room.id, member.id, 'Hello',
        now() - n * interval '1 minute'
      from (select id, row_number() over (order by id) as nth from rooms) as room cross join lateral generate_series(
        1, case room.nth when 1 then ${sql.lit(MESSAGES_OF_THE_LONG_ROOM)} else ${sql.lit(MESSAGES_OF_A_ROOM)} end) as n
      join numbered as member on member.nth = n % 100`.execute(db)
    await sql`
      update rooms set last_message_id = (
        select id from messages where shard = shard_of(rooms.id) and conversation_id = rooms.id order by id desc limit 1)`.execute(
      db,
    )
    await vacuumTables(db)
    const { rows } = await sql<{ memberId: string; roomId: string; messageId: string }>`
      select member_id as "memberId", room_id as "roomId", last_message_id as "messageId"
      from room_members join rooms on rooms.id = room_id order by room_id limit 1`.execute(db)
    ;({ memberId = '', roomId = '', messageId = '' } = rows[0] ?? {})
  }
})

/** Tables that are empty here may be scanned. */
function expectNoFullScan(nodes: PlanNode[]): void {
  for (const node of nodes.filter((candidate) => countReadRows(candidate) > 0)) {
    expect(node['Node Type'], node['Relation Name']).not.toBe('Seq Scan')
  }
}

function countReadRows(node: PlanNode): number {
  return node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
}

function countBlocks(node: PlanNode): number {
  return node['Shared Hit Blocks'] + node['Shared Read Blocks']
}
