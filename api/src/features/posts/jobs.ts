import { z } from 'zod'
import type { IntervalTask } from '../../jobs/interval-task.ts'
import type { Jobs } from '../../jobs/worker.ts'
import { refreshRanks } from './ranks.ts'
import { deleteUnusedWords } from './search/delete-unused-words.ts'
import { indexPendingPosts } from './search/search-index.ts'
import { recountPost } from './mutations.ts'

const RANKS_REFRESH_INTERVAL_MS = 5_000
const SEARCH_INDEX_INTERVAL_MS = 5_000
const PostJob = z.object({ postId: z.uuid() })

export const postJobs: Jobs = ({ db }) => ({
  /** Counters can be rebuilt from the rows they count: after a repair by hand, or a doubt. */
  'recount-post': async (payload) => {
    await recountPost(db, PostJob.parse(payload).postId)
  },
  'forget-words': async () => deleteUnusedWords(db),
})

/** Posts that came by another way than being written become findable. */
export const indexPostsTask: IntervalTask = {
  name: 'post-search',
  intervalMs: SEARCH_INDEX_INTERVAL_MS,
  run: indexPendingPosts,
}

/** The most-liked lists follow the likes. */
export const refreshRanksTask: IntervalTask = {
  name: 'post-ranks',
  intervalMs: RANKS_REFRESH_INTERVAL_MS,
  run: refreshRanks,
}
