import { z } from 'zod'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import type { IntervalTask } from '../../platform/jobs/interval-task.ts'
import { deletePostContent } from './deletion/delete-post-content.ts'
import { recountPost } from './mutations.ts'
import { refreshRanks } from './ranks/ranks.ts'
import { maintainTopPosts } from './ranks/top-posts.ts'
import { deleteUnusedWords } from './search/delete-unused-words.ts'

const RANKS_REFRESH_INTERVAL_MS = 5_000
const TOP_POSTS_INTERVAL_MS = 5 * 60_000
const POST_CONTENT_INTERVAL_MS = 5_000

/** Rebuilds the counters of a post from the rows they count, for example after a manual repair. */
export const recountPostJob = defineJob('recount-post', z.object({ postId: z.uuid() }))
export const deleteUnusedWordsJob = defineJob('delete-unused-words', z.object({}))

export const postJobs = [
  handleJob(recountPostJob, async ({ postId }, { db }) => {
    await recountPost(db, postId)
  }),
  handleJob(deleteUnusedWordsJob, async (_, { db }) => deleteUnusedWords(db), {
    cron: '23 4 * * *',
  }),
]

/** Brings the most-liked lists up to date with the likes. */
export const refreshRanksTask: IntervalTask = {
  name: 'post-ranks',
  intervalMs: RANKS_REFRESH_INTERVAL_MS,
  run: refreshRanks,
}

/** Keeps the search terms of the most liked posts. */
export const topPostsTask: IntervalTask = {
  name: 'top-posts',
  intervalMs: TOP_POSTS_INTERVAL_MS,
  run: (tx) => maintainTopPosts(tx),
}

/** Deletes the pictures, likes and comments of deleted posts. */
export const deletePostContentTask: IntervalTask = {
  name: 'post-content',
  intervalMs: POST_CONTENT_INTERVAL_MS,
  run: (tx) => deletePostContent(tx),
}
