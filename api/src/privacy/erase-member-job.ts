import { z } from 'zod'
import { defineJob } from '../platform/jobs/define-job.ts'

/** Deletes what a member left after the account was deleted. Its handler calls every feature. */
export const eraseMemberJob = defineJob('delete-member', z.object({ memberId: z.uuid() }))
