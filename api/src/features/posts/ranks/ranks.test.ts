import { browsePosts, createPost, editPost, likePost } from '@dolph/contract/posts/posts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { startWorker } from '../../../platform/jobs/worker.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startProcess } from '../../../testing/start-process.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { startApp } from '../../../testing/start-app.ts'
import { startWorkerStack } from '../../../testing/start-worker-stack.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'
import { workerTasks } from '../../../worker-tasks.ts'
import { postJobs, refreshRanksTask } from '../jobs.ts'
import { setLike } from '../likes.ts'
import { refreshRanks } from './ranks.ts'
import { deletePost } from '../mutations.ts'

const FRESHNESS_MAX_MS = 30_000
/** More than one batch and less than two. */
const MANY_CHANGES = 6_000

describe('the most-liked list', () => {
  test('follows new posts, likes and changed types within half a minute', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const draft = { title: 'Tide', type: 'showcase' as const, body: 'A tide clock' }
    const first = (await ada.call(createPost, { body: draft })).data._id
    const second = (await ada.call(createPost, { body: draft })).data._id
    await ada.call(likePost, { params: { id: first }, body: { liked: true } })
    await ada.call(editPost, { params: { id: second }, body: { type: 'other' } })
    const intervalTasks = workerTasks.intervalTasks?.map((task) => ({ ...task, intervalMs: 200 }))
    const worker = await startWorker(
      api,
      { ...workerTasks, intervalTasks: intervalTasks ?? [] },
      api.app.log,
    )
    const listMostLiked = async (querystring: { type?: 'showcase' | 'other' }) => {
      const page = { sort: 'likes', range: 'today', ...querystring } as const
      const { data } = await api.browser().call(browsePosts, { querystring: page })
      return data.map(({ _id }) => _id)
    }

    await expect
      .poll(() => listMostLiked({}), { timeout: FRESHNESS_MAX_MS })
      .toEqual([first, second])
    await ada.call(likePost, { params: { id: first }, body: { liked: false } })
    await expect
      .poll(() => listMostLiked({}), { timeout: FRESHNESS_MAX_MS })
      .toEqual([second, first])
    expect(await listMostLiked({ type: 'other' })).toEqual([second])
    expect(refreshRanksTask.intervalMs).toBeLessThan(FRESHNESS_MAX_MS / 2)
    await worker.stop()
  }, 60_000)

  test('loses no like that arrives during a refresh', async () => {
    await using stack = await startWorkerStack()
    const { db } = stack
    const { members, posts } = await createRankFixtures(db)
    await stack.startWorkerWith({
      jobs: postJobs,
      intervalTasks: [{ ...refreshRanksTask, intervalMs: 1 }],
    })
    await stack.startWorkerWith({
      jobs: postJobs,
      intervalTasks: [{ ...refreshRanksTask, intervalMs: 1 }],
    })

    const anyLike = fc.record({
      memberId: fc.constantFrom(...members),
      postId: fc.constantFrom(...posts),
    })
    const likes = fc.sample(anyLike, 2_000).values()
    const workers = Array.from({ length: 8 }, async () => {
      for (const like of likes) await setLike(db, like)
    })
    await Promise.all(workers)

    await expect.poll(() => countPendingChanges(db)).toBe(0)
    expect(await readRanks(db)).toEqual(await readStats(db))
  }, 60_000)

  test('is correct after a worker was killed during a refresh', async () => {
    await using stack = await startWorkerStack()
    const { db, config } = stack
    const { members, posts } = await createRankFixtures(db)
    await sql`
      insert into posts (author_id, type, title, body)
      select ${members[0]}, 'other', 'Tide', 'A tide clock' from generate_series(1, ${MANY_CHANGES})
    `.execute(db)
    await sql`insert into post_stats select id from posts on conflict do nothing`.execute(db)
    for (const memberId of members) await setLike(db, { memberId, postId: posts[0] ?? '' }, true)
    await sql`insert into post_rank_changes select id from posts`.execute(db)
    const env = {
      NODE_ENV: 'test',
      ROLE: 'worker',
      LOG_LEVEL: 'silent',
      APP_ORIGIN: config.APP_ORIGIN,
      DATABASE_URL: config.DATABASE_URL,
      REDIS_URL: config.REDIS_URL,
    }

    // The first refresh succeeds; the next one waits for the locked post of the last change, and is killed there.
    await db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await sql`
        select from posts where id = (select post_id from post_rank_changes order by ctid desc limit 1)
        for update
      `.execute(tx)
      await using killedWorker = await startProcess(env)
      await expect
        .poll(() => countPendingChanges(db), { timeout: 30_000 })
        .toBeLessThan(MANY_CHANGES)
      await waitForBlockedStatements(db, { text: 'post_rank_changes', timeoutMs: 30_000 })
      killedWorker.kill('SIGKILL')
      await killedWorker.exited
    })
    const pendingChanges = await countPendingChanges(db)
    await using _newWorker = await startProcess(env)

    await expect.poll(() => countPendingChanges(db), { timeout: 45_000 }).toBe(0)
    expect(pendingChanges).toBeGreaterThan(0)
    expect(await readRanks(db)).toEqual(await readStats(db))
  }, 60_000)

  test('a refresh without changes writes nothing, and a deleted post does not stop it', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const { members, posts } = await createRankFixtures(db)
    const [memberId = ''] = members
    const [deleted = '', liked = ''] = posts
    await setLike(db, { memberId, postId: deleted }, true)
    await setLike(db, { memberId, postId: liked }, true)
    await deletePost(db, { id: deleted, authorId: memberId })

    await refreshRanks(db)
    const before = await readRowVersions(db)
    await sql`insert into post_rank_changes select id from posts`.execute(db)
    await refreshRanks(db)

    expect(await readRanks(db)).toEqual(await readStats(db))
    expect(await readRowVersions(db)).toEqual(before)
    expect(await countPendingChanges(db)).toBe(0)
  })

  test('concurrent refreshes and deletions leave correct ranks', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const { members, posts } = await createRankFixtures(db)
    const [authorId = ''] = members
    for (const postId of posts) await setLike(db, { memberId: authorId, postId }, true)
    const refresh = async () => void (await db.transaction().execute(refreshRanks))
    const deletedIds = posts.slice(0, posts.length / 2)

    await Promise.all([
      refresh(),
      ...deletedIds.map((id) => deletePost(db, { id, authorId })),
      refresh(),
    ])
    await refresh()

    expect(await readRanks(db)).toEqual(await readStats(db))
  })
})

async function createRankFixtures(db: Database) {
  const members: string[] = []
  for (let index = 0; index < 10; index += 1)
    members.push(await createMemberFixture(db, `member_${index}`))
  const posts: string[] = []
  for (let index = 0; index < 20; index += 1)
    posts.push(await createPostFixture(db, members[0] ?? ''))
  return { members, posts }
}

async function countPendingChanges(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('post_rank_changes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function readRanks(db: Database) {
  return db.selectFrom('post_ranks').select(['post_id', 'like_count']).orderBy('post_id').execute()
}

async function readStats(db: Database) {
  return db.selectFrom('post_stats').select(['post_id', 'like_count']).orderBy('post_id').execute()
}

async function readRowVersions(db: Database) {
  const { rows } = await sql`select post_id, ctid::text from post_ranks order by post_id`.execute(
    db,
  )
  return rows
}
