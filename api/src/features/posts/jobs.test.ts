import { expect, test } from 'vitest'
import { enqueue } from '../../jobs/enqueue.ts'
import { sowMember, sowPost } from '../../testing/sow.ts'
import { startWork } from '../../testing/start-work.ts'
import { postJobs } from './jobs.ts'

test('recounting a post makes its counters true again: what was deleted is not counted', async () => {
  await using world = await startWork()
  const { db } = world
  const ada = await sowMember(db, 'ada')
  const post = await sowPost(db, ada)
  await db.insertInto('post_likes').values({ post_id: post, member_id: ada }).execute()
  const stone = { author_id: null, content: '', deleted_at: new Date().toISOString() }
  await db
    .insertInto('comments')
    .values([
      { post_id: post, ...stone },
      { post_id: post, author_id: ada, content: 'Hello' },
    ])
    .execute()
  await db.updateTable('post_stats').set({ like_count: 41, comment_count: 7 }).execute()
  await world.hire(postJobs)

  await enqueue(db, 'recount-post', { postId: post })

  const counters = () => db.selectFrom('post_stats').selectAll().executeTakeFirst()
  await expect.poll(counters).toEqual({ post_id: post, like_count: 1, comment_count: 1 })
})
