import { z } from 'zod'
import type { Pulse } from '../../jobs/pulse.ts'
import type { Jobs } from '../../jobs/worker.ts'
import { refreshRanks } from './ranks.ts'
import { forgetWords } from './search/forget-words.ts'
import { indexDuePosts } from './search/index-post.ts'
import { recountPost } from './writes.ts'

const RANKS_REFRESH_MS = 5_000
const SEARCH_DUE_MS = 5_000
const PostJob = z.object({ postId: z.uuid() })

export const postJobs: Jobs = ({ db }) => ({
  /** Counters can be rebuilt from the rows they count: after a repair by hand, or a doubt. */
  'recount-post': async (payload) => {
    await recountPost(db, PostJob.parse(payload).postId)
  },
  'forget-words': async () => forgetWords(db),
})

/** Posts that came by another way than being written become findable. */
export const searchPulse: Pulse = {
  name: 'post-search',
  everyMs: SEARCH_DUE_MS,
  beat: indexDuePosts,
}

/** The most-liked lists follow the likes. */
export const ranksPulse: Pulse = {
  name: 'post-ranks',
  everyMs: RANKS_REFRESH_MS,
  beat: refreshRanks,
}
