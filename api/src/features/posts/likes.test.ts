import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { setLike } from './likes.ts'
import { deletePost } from './mutations.ts'

const OPERATIONS = 10_000
const CONCURRENCY = 20
const MEMBERS = 20
const POSTS = 3

describe('likes are counted exactly', () => {
  test('while twenty members like and unlike the same posts concurrently', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const { members, posts } = await createLikeFixtures(db)
    const anyOperation = fc.record({
      member: fc.constantFrom(...members),
      post: fc.constantFrom(...posts),
      liked: fc.constantFrom(true, false, undefined),
      times: fc.constantFrom(1, 1, 1, 2),
    })
    const operations = fc.sample(anyOperation, OPERATIONS).values()

    const workers = Array.from({ length: CONCURRENCY }, async () => {
      for (const { member, post, liked, times } of operations) {
        const like = { postId: post, memberId: member }
        const clicks = Array.from({ length: times }, () => setLike(db, like, liked))
        for (const state of await Promise.all(clicks)) {
          expect(state?.likeCount).toBeGreaterThanOrEqual(0)
          expect(state?.likeCount).toBeLessThanOrEqual(MEMBERS)
        }
      }
    })
    await Promise.all(workers)

    expect(await readLikeCounts(db)).toEqual(await recountLikes(db))
  }, 60_000)

  test('and every reply has the state after it', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const { members, posts } = await createLikeFixtures(db)
    const [post = ''] = posts
    const likers = new Set<string>()

    const anyOperation = fc.record({
      member: fc.constantFrom(...members),
      liked: fc.constantFrom(true, false, undefined),
    })
    for (const { member, liked } of fc.sample(anyOperation, 400)) {
      const isLiked = liked ?? !likers.has(member)
      if (isLiked) likers.add(member)
      else likers.delete(member)
      const state = await setLike(db, { postId: post, memberId: member }, liked)
      expect(state).toEqual({ likeCount: likers.size, isLiked })
    }
  })

  test('a repeated like changes nothing', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const { members, posts } = await createLikeFixtures(db)
    const like = { postId: posts[0] ?? '', memberId: members[0] ?? '' }
    await db.deleteFrom('post_rank_changes').execute()

    for (const liked of [true, false]) {
      const repeats = Array.from({ length: 30 }, () => setLike(db, like, liked))
      const states = await Promise.all(repeats)

      expect(new Set(states.map((state) => JSON.stringify(state)))).toEqual(
        new Set([JSON.stringify({ likeCount: liked ? 1 : 0, isLiked: liked })]),
      )
    }
    const changes = await db.selectFrom('post_rank_changes').selectAll().execute()
    expect(changes).toHaveLength(2)
  })

  test('deleting a post during likes deletes it without a deadlock', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const { members } = await createLikeFixtures(db)
    const [authorId = ''] = members

    for (let round = 0; round < 20; round += 1) {
      const postId = await createPostFixture(db, authorId)
      const clicks = members.flatMap((memberId) =>
        [true, undefined, false].map((liked) => setLike(db, { postId, memberId }, liked)),
      )
      const [isDeleted] = await Promise.all([deletePost(db, { id: postId, authorId }), ...clicks])

      expect(isDeleted).toBe(true)
      expect(await setLike(db, { postId, memberId: authorId })).toBeUndefined()
    }
    expect(await readLikeCounts(db)).toEqual(await recountLikes(db))
  })
})

async function createLikeFixtures(db: Database) {
  const members: string[] = []
  for (let index = 0; index < MEMBERS; index += 1)
    members.push(await createMemberFixture(db, `member_${index}`))
  const posts: string[] = []
  for (let index = 0; index < POSTS; index += 1)
    posts.push(await createPostFixture(db, members[0] ?? ''))
  return { members, posts }
}

async function readLikeCounts(db: Database) {
  return db.selectFrom('post_stats').select(['post_id', 'like_count']).orderBy('post_id').execute()
}

async function recountLikes(db: Database) {
  const { rows } = await sql`
    select id as post_id, (select count(*) from post_likes where post_id = id) as like_count
    from posts order by id
  `.execute(db)
  return rows
}
