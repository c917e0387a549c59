import { accountJobs } from './features/accounts/jobs.ts'
import { accountMails } from './features/accounts/mails.ts'
import { postJobs, ranksPulse, searchPulse } from './features/posts/jobs.ts'
import { pictureCrontab, pictureJobs } from './files/jobs.ts'
import type { Work } from './jobs/worker.ts'
import { mailCrontab, mailJobs } from './mail/jobs.ts'

/** The worker's table of contents: everything it does is listed here. */
export const work: Work = {
  jobs: [accountJobs, postJobs, pictureJobs, mailJobs(accountMails)],
  crontab: ['7 * * * * forget-expired', '23 4 * * * forget-words', pictureCrontab, mailCrontab],
  pulses: [ranksPulse, searchPulse],
}
