import { createEraseMemberJob } from './erase-member.ts'
import { features } from './features.ts'
import { pictureJobs } from './files/jobs.ts'
import type { WorkerTasks } from './jobs/worker.ts'
import { createMailJobs } from './mail/jobs.ts'

/** Everything the worker runs: the tasks of the features and of the layers below them. */
export const workerTasks: WorkerTasks = {
  jobs: [
    ...features.flatMap(({ jobs = [] }) => jobs),
    createEraseMemberJob(features),
    ...pictureJobs,
    ...createMailJobs(features.flatMap(({ mails = [] }) => mails)),
  ],
  intervalTasks: features.flatMap(({ intervalTasks = [] }) => intervalTasks),
  subscribers: features.flatMap(({ events }) => events ?? []),
}
