import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { waitForBlockedStatements } from '../../testing/wait-for-blocked-statements.ts'
import { LikeBatches } from './like-batches.ts'
import type { LikeState } from './likes.ts'

test('likes of a post that come during its statement follow in one, and every reply has their count', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const { members, postId } = await createLikers(db, 60)
  const likes = new LikeBatches(db)
  const queries = countQueries({ db })

  const states = await Promise.all(
    members.map((memberId) => likes.setLike({ postId, memberId }, true)),
  )

  expect(queries.count).toBe(2)
  const [first, ...others] = states
  expect(first).toEqual({ likeCount: 1, isLiked: true })
  expect(new Set(others.map((state) => JSON.stringify(state)))).toEqual(
    new Set([JSON.stringify({ likeCount: 60, isLiked: true })]),
  )
  expect(await readCounts(db, postId)).toEqual({ counted: 60, stored: 60 })
})

test('two processes count exactly, and the last wish of each member stands', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const { members, postId } = await createLikers(db, 12)
  const processes = [new LikeBatches(db), new LikeBatches(db)]
  const anyWish = fc.record({
    index: fc.nat(members.length - 1),
    liked: fc.constantFrom(true, false, undefined),
  })

  for (const wishes of fc.sample(fc.array(anyWish, { minLength: 30, maxLength: 80 }), 25)) {
    const liked = new Set(await readLikers(db, postId))
    // A member's wishes go to one process: between two, nobody could say which is the last.
    const replies = wishes.map(async ({ index, liked: wish }) => {
      const memberId = members[index] ?? ''
      const isLiked = wish ?? !liked.has(memberId)
      if (isLiked) liked.add(memberId)
      else liked.delete(memberId)
      const state = await processes[index % 2]?.setLike({ postId, memberId }, wish)
      expect(state?.isLiked).toBe(isLiked)
    })
    await Promise.all(replies)

    expect(await readLikers(db, postId)).toEqual([...liked].toSorted())
    expect(await readCounts(db, postId)).toEqual({ counted: liked.size, stored: liked.size })
  }
})

test('members who like and unlike through two processes at once cause no deadlock', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const { members, postId } = await createLikers(db, 40)
  const processes = [new LikeBatches(db), new LikeBatches(db)]

  for (let round = 0; round < 20; round += 1) {
    const wishes = processes.flatMap((likes, index) =>
      (index === 0 ? members : members.toReversed()).map((memberId, nth) =>
        likes.setLike({ postId, memberId }, (nth + round) % 3 > 0),
      ),
    )
    await Promise.all(wishes)
  }

  const { counted, stored } = await readCounts(db, postId)
  expect(counted).toBe(stored)
})

test('a member who was deleted meanwhile loses only their own like', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const { members, postId } = await createLikers(db, 5)
  const [first = '', gone = '', ...others] = members
  await db.deleteFrom('members').where('id', '=', gone).execute()
  const likes = new LikeBatches(db)

  const results = await Promise.allSettled(
    [first, gone, ...others].map((memberId) => likes.setLike({ postId, memberId }, true)),
  )

  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(await readCounts(db, postId)).toEqual({ counted: 4, stored: 4 })
})

test('a hidden post is liked by its author alone, also among others', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const { members, authorId, postId } = await createLikers(db, 3)
  await sql`update posts set hidden_at = now() where id = ${postId}`.execute(db)
  const likes = new LikeBatches(db)

  const states = await Promise.all(
    [...members, authorId].map((memberId) => likes.setLike({ postId, memberId }, true)),
  )

  expect(states).toEqual([undefined, undefined, undefined, { likeCount: 1, isLiked: true }])
})

test('when the database refuses, all who wait hear it at once, and the next like is tried again', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const { members, postId } = await createLikers(db, 300)
  const likes = new LikeBatches(db)
  const results: Promise<PromiseSettledResult<LikeState | undefined>[]>[] = []
  await db.transaction().execute(async (tx) => {
    await sql`select from posts where id = ${postId} for update`.execute(tx)
    results.push(
      Promise.allSettled(members.map((memberId) => likes.setLike({ postId, memberId }, true))),
    )
    // The first like, and the batch after it; no third statement follows.
    for (let statement = 0; statement < 2; statement += 1) {
      await waitForBlockedStatements(db)
      await sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    }
    const settled = await results[0]
    expect(new Set(settled?.map(({ status }) => status))).toEqual(new Set(['rejected']))
  })

  const [memberId = ''] = members
  expect(await likes.setLike({ postId, memberId }, true)).toEqual({ likeCount: 1, isLiked: true })
})

async function createLikers(db: Database, count: number) {
  const authorId = await createMemberFixture(db, 'author')
  const members: string[] = []
  for (let index = 0; index < count; index += 1)
    members.push(await createMemberFixture(db, `member_${index}`))
  return { authorId, members, postId: await createPostFixture(db, authorId) }
}

async function readLikers(db: Database, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('post_likes')
    .select('member_id')
    .where('post_id', '=', postId)
    .execute()
  return rows.map((row) => row.member_id).toSorted()
}

async function readCounts(db: Database, postId: string) {
  const { like_count: counted } = await db
    .selectFrom('post_stats')
    .select('like_count')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  return { counted, stored: (await readLikers(db, postId)).length }
}
