import { ROOM_NOT_FOUND } from '@dolph/contract/rooms/rooms'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pairLocks } from '../../features.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { isLongRun } from '../../testing/test-size.ts'
import { waitForBlockedStatements } from '../../testing/wait-for-blocked-statements.ts'
import { changeReaction, deleteMessage, editMessage } from '../messaging/changes/change-message.ts'
import { setMessageHidden } from '../messaging/changes/hiding.ts'
import { postErasure } from '../posts/erase-posts.ts'
import { leaveTeam } from '../projects/actions.ts'
import { teamErasure } from '../projects/erase-team-members.ts'
import { insertBlock, deleteRelation } from '../safety/relations.ts'
import { changeHistory } from './room-actions.ts'
import { insertRoomMessageStatement } from './send-room-message.ts'
import { PLAIN_MESSAGE } from './testing/plain-message.ts'

const ROUNDS = isLongRun ? 60 : 10

test(
  'sends, changes, joins, leaves, blocks and deletions of posts and accounts at once neither deadlock nor leak',
  { timeout: 120_000 },
  async () => {
    await using database = await openTestDatabase()
    const { db } = database
    for (let round = 0; round < ROUNDS; round += 1) {
      const create = async (name: string) => createMemberFixture(db, `${name}${round}`)
      const [author, one, two, three] = await Promise.all(
        ['author', 'one', 'two', 'three'].map(create),
      )
      if (!author || !one || !two || !three) throw new Error('A member is missing')
      const postId = await createPostFixture(db, author)
      const join = async (memberId: string) =>
        sql`insert into team_members (post_id, member_id, role_title) values (${postId}, ${memberId}, 'Tester')
          on conflict (post_id, member_id) do update set left_at = null`.execute(db)
      await join(one)
      await join(two)
      const { id: roomId } = await db
        .selectFrom('rooms')
        .select('id')
        .where('post_id', '=', postId)
        .executeTakeFirstOrThrow()
      const names = ['author', 'one', 'two', 'three'].map((name) => `${name}${round}`)
      const send = async (memberId: string, content: string) =>
        insertRoomMessageStatement.run(db, {
          ...PLAIN_MESSAGE,
          ...{ memberId, roomId, content, tempId: null, names },
        })

      const earlier = await Promise.all([send(author, 'one'), send(one, 'two')])
      const [ofAuthor = '', ofOne = ''] = earlier.map(([stored]) => stored?._id ?? '')
      const deps = { db, bus: { publish: () => {}, publishAbout: () => {} } as never }
      const changes = Promise.allSettled([
        editMessage(deps, { memberId: author, messageId: ofAuthor }, { content: `@${names[2]}` }),
        editMessage(deps, { memberId: one, messageId: ofOne }, { content: `@${names[0]}` }),
        ...[author, one, two].map(async (memberId) =>
          changeReaction(deps, { memberId, messageId: ofOne }, { kind: 'eyes', isSet: true }),
        ),
        deleteMessage(deps, { memberId: author, messageId: ofAuthor }),
        db.transaction().execute(async (tx) => setMessageHidden(tx, ofOne, true)),
      ])

      const isPostDeleted = round % 2 === 0
      const sends = await Promise.all([
        ...[author, one, two].flatMap((memberId) => [send(memberId, 'a'), send(memberId, 'b')]),
        leaveTeam(db, { postId, memberId: one, userId: one }).then(() => []),
        join(three).then(() => [], ignoreDeletedPost),
        db
          .transaction()
          .execute((tx) => insertBlock(tx, { memberId: two, otherId: author }, pairLocks))
          .then(() => []),
        db
          .transaction()
          .execute((tx) => deleteRelation(tx, 'blocks', { memberId: author, otherId: two }))
          .then(() => []),
        teamErasure.deleteBatch({ db } as never, two).then(() => []),
        isPostDeleted
          ? sql`delete from posts where id = ${postId}`.execute(db).then(() => [])
          : Promise.resolve([]),
      ])

      const reasons = (await changes).flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      )
      expect(reasons.filter((reason) => !(reason instanceof Refusal))).toEqual([])

      // A message that comes after the line of a leaving is not for the one who left.
      const { rows: lines } = await sql<{ id: string; memberId: string }>`
        select id, sender_id as "memberId" from messages where conversation_id = ${roomId} and line = 'left'`.execute(
        db,
      )
      for (const { memberId, id: leftAt } of lines) {
        const later = sends.flat().filter((stored) => stored._id !== null && stored._id > leftAt)
        for (const { recipients } of later) expect(recipients).not.toContain(memberId)
      }
      const { rows: room } = await sql<{ isClosed: boolean; stamps: number; messages: number }>`
        select closed_at is not null as "isClosed",
          (select count(distinct changed_at)::int from messages where conversation_id = rooms.id) as stamps,
          (select count(*)::int from messages where conversation_id = rooms.id) as messages
        from rooms where id = ${roomId}`.execute(db)
      expect(room[0]?.isClosed).toBe(isPostDeleted)
      expect(room[0]?.stamps).toBe(room[0]?.messages)
    }
  },
)

/** The post went before the member came. */
function ignoreDeletedPost(error: unknown): never[] {
  if (!/foreign key/.test(String(error))) throw error
  return []
}

test('the deletion of many posts holds the room of one at a time, so that a block of two rooms cannot wait in a circle', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const [author, member] = [
    await createMemberFixture(db, 'author'),
    await createMemberFixture(db, 'member'),
  ]
  for (let nth = 0; nth < 8; nth += 1) {
    const postId = await createPostFixture(db, author)
    await sql`insert into team_members (post_id, member_id, role_title) values (${postId}, ${member}, 'Tester')`.execute(
      db,
    )
  }
  await using block = await openTransaction(db)
  const { rows } = await block.query('select id from rooms order by id limit 1 for no key update')
  const erasure = postErasure.deleteBatch({ db } as never, author)
  await waitForBlockedStatements(db)
  const others = await block.query(
    'select id from rooms where id > $1 order by id for no key update nowait',
    [rows[0]?.['id']],
  )
  expect(others.rows).toHaveLength(7)
  await block.query('commit')
  await erasure
})

test('a co-owner who was removed while the change of the history waited cannot change it', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const [author, coOwner] = [
    await createMemberFixture(db, 'author'),
    await createMemberFixture(db, 'coowner'),
  ]
  const postId = await createPostFixture(db, author)
  await sql`
    insert into team_members (post_id, member_id, role_title, is_co_owner) values (${postId}, ${coOwner}, 'Tester', true)`.execute(
    db,
  )
  const { id: roomId } = await db.selectFrom('rooms').select('id').executeTakeFirstOrThrow()
  await using send = await openTransaction(db)
  await send.query('select from rooms for no key update')
  const outcome = changeHistory(
    { db, bus: { publish: () => {} } as never },
    { memberId: coOwner, roomId },
    true,
  ).then(() => 'changed', String)
  await waitForBlockedStatements(db)
  await sql`update team_members set is_co_owner = false`.execute(db)
  await send.query('commit')
  expect(await outcome).toContain(ROOM_NOT_FOUND)
})

/** A transaction on a connection of its own; rolled back at the end if it is still open. */
async function openTransaction({ pool }: Database) {
  const client = await pool.connect()
  await client.query('begin')
  return {
    query: async (text: string, values: unknown[] = []) => client.query(text, values),
    async [Symbol.asyncDispose]() {
      await client.query('rollback')
      client.release()
    },
  }
}
