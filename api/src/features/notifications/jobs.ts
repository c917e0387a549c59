import { z } from 'zod'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'

const deleteOldNotificationsJob = defineJob('delete-old-notifications', z.object({}))

export const notificationJobs = [
  handleJob(deleteOldNotificationsJob, async (_, { db }) => deleteOldNotifications(db), {
    cron: '52 3 * * *',
  }),
]
