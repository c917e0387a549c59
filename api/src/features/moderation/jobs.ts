import { z } from 'zod'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import { eraseOldMessages } from './reported-messages.ts'

export const eraseReportedMessagesJob = defineJob('erase-reported-messages', z.object({}))

export const moderationJobs = [
  handleJob(eraseReportedMessagesJob, async (_, { db }) => eraseOldMessages(db), {
    cron: '41 3 * * *',
  }),
]
