import { accountJobs } from './features/accounts/jobs.ts'
import { accountMails } from './features/accounts/mails.ts'
import { postJobs, refreshRanksTask, indexPostsTask } from './features/posts/jobs.ts'
import { pictureCrontab, pictureJobs } from './files/jobs.ts'
import type { WorkerTasks } from './jobs/worker.ts'
import { mailCrontab, mailJobs } from './mail/jobs.ts'

/** The worker's table of contents: everything it does is listed here. */
export const workerTasks: WorkerTasks = {
  jobs: [accountJobs, postJobs, pictureJobs, mailJobs(accountMails)],
  crontab: ['7 * * * * forget-expired', '23 4 * * * forget-words', pictureCrontab, mailCrontab],
  intervalTasks: [refreshRanksTask, indexPostsTask],
}
