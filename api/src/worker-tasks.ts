import { accountJobs } from './features/accounts/jobs.ts'
import { accountMailJobs } from './features/accounts/mail-jobs.ts'
import { accountMails } from './features/accounts/mails.ts'
import { postJobs, refreshRanksTask, indexPostsTask } from './features/posts/jobs.ts'
import { pictureCrontab, pictureJobs } from './files/jobs.ts'
import type { WorkerTasks } from './jobs/worker.ts'
import { mailCrontab, mailJobs } from './mail/jobs.ts'

/** Every job, cron entry and interval task of the worker. */
export const workerTasks: WorkerTasks = {
  jobs: [accountJobs, accountMailJobs, postJobs, pictureJobs, mailJobs(accountMails)],
  crontab: [
    '7 * * * * forget-expired',
    '23 4 * * * forget-words',
    '41 3 * * * delete-orphaned-conversations',
    pictureCrontab,
    mailCrontab,
  ],
  intervalTasks: [refreshRanksTask, indexPostsTask],
}
