import { z } from 'zod'
import { defineJob, handleJob } from '../../jobs/define-job.ts'
import { deleteOrphanedConversations } from './conversations/leave-conversations.ts'

export const deleteOrphanedConversationsJob = defineJob(
  'delete-orphaned-conversations',
  z.object({}),
)

export const messageJobs = [
  handleJob(deleteOrphanedConversationsJob, async (_, { db }) => deleteOrphanedConversations(db), {
    cron: '41 3 * * *',
  }),
]
