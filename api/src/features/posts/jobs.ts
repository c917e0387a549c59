import { z } from 'zod'
import type { Jobs } from '../../jobs/worker.ts'
import { recountPost } from './queries.ts'

const PostJob = z.object({ postId: z.uuid() })

export const postJobs: Jobs = ({ db }) => ({
  /** Counters can be rebuilt from the rows they count: after a repair by hand, or a doubt. */
  'recount-post': async (payload) => {
    await recountPost(db, PostJob.parse(payload).postId)
  },
})
