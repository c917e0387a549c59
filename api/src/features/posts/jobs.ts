import { z } from 'zod'
import type { IntervalTask } from '../../jobs/interval-task.ts'
import type { Jobs } from '../../jobs/worker.ts'
import { refreshRanks } from './ranks/ranks.ts'
import { deleteUnusedWords } from './search/delete-unused-words.ts'
import { indexPendingPosts } from './search/search-index.ts'
import { recountPost } from './mutations.ts'

const RANKS_REFRESH_INTERVAL_MS = 5_000
const SEARCH_INDEX_INTERVAL_MS = 5_000
const PostJob = z.object({ postId: z.uuid() })

export const postJobs: Jobs = ({ db }) => ({
  /** Rebuilds the counters of a post from the rows they count, for example after a manual repair. */
  'recount-post': async (payload) => {
    await recountPost(db, PostJob.parse(payload).postId)
  },
  'forget-words': async () => deleteUnusedWords(db),
})

/** Indexes posts that were not created through the API, for example by the seed or a migration. */
export const indexPostsTask: IntervalTask = {
  name: 'post-search',
  intervalMs: SEARCH_INDEX_INTERVAL_MS,
  run: indexPendingPosts,
}

/** Brings the most-liked lists up to date with the likes. */
export const refreshRanksTask: IntervalTask = {
  name: 'post-ranks',
  intervalMs: RANKS_REFRESH_INTERVAL_MS,
  run: refreshRanks,
}
