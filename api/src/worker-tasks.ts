import { createEraseMemberJob } from './erase-member.ts'
import type { ErasureList } from './erasures/erasure-list.ts'
import { createShipErasuresTask, erasureJobs } from './erasures/ship-erasures.ts'
import { features } from './features.ts'
import { assetJobs, pictureJobs } from './files/jobs.ts'
import { createBackfillTask } from './jobs/backfills/backfill-task.ts'
import type { WorkerTasks } from './jobs/worker.ts'
import { createMailJobs } from './mail/jobs.ts'

/** Everything the worker runs: the tasks of the features and of the layers below them. */
export const workerTasks: WorkerTasks = {
  jobs: [
    ...features.flatMap(({ jobs = [] }) => jobs),
    createEraseMemberJob(features),
    ...pictureJobs,
    ...erasureJobs,
    ...assetJobs,
    ...createMailJobs(features.flatMap(({ mails = [] }) => mails)),
  ],
  intervalTasks: features.flatMap(({ intervalTasks = [], backfills = [] }) => [
    ...intervalTasks,
    ...backfills.map((backfill) => createBackfillTask(backfill)),
  ]),
  subscribers: features.flatMap(({ events }) => events ?? []),
}

/** With a backup store, a worker also writes the list of erasures to it. */
export function withErasureList(
  tasks: WorkerTasks,
  list: ErasureList,
  isDatabaseComplete: () => boolean,
): WorkerTasks {
  const shipErasures = createShipErasuresTask(list, isDatabaseComplete)
  return { ...tasks, intervalTasks: [...(tasks.intervalTasks ?? []), shipErasures] }
}
