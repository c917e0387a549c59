import { expect, test } from 'vitest'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { postJobs, recountPostJob } from './jobs.ts'

test('recounting a post corrects its counters, and deleted comments are not counted', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const ada = await createMemberFixture(db, 'ada')
  const post = await createPostFixture(db, ada)
  await db.insertInto('post_likes').values({ post_id: post, member_id: ada }).execute()
  const tombstone = { author_id: null, content: '', deleted_at: new Date().toISOString() }
  await db
    .insertInto('comments')
    .values([
      { post_id: post, ...tombstone },
      { post_id: post, author_id: ada, content: 'Hello' },
    ])
    .execute()
  await db.updateTable('post_stats').set({ like_count: 41, comment_count: 7 }).execute()
  await stack.startWorker(...postJobs)

  await enqueueJob(db, recountPostJob, { postId: post })

  const counters = () => db.selectFrom('post_stats').selectAll().executeTakeFirst()
  await expect.poll(counters).toEqual({ post_id: post, like_count: 1, comment_count: 1 })
})
