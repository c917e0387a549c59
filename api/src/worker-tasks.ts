import { createEraseMemberJob } from './privacy/erase-member.ts'
import type { ErasureList } from './privacy/erasures/erasure-list.ts'
import { listExportSections } from './privacy/exports/read-member-export.ts'
import { createShipErasuresTask, erasureJobs } from './privacy/erasures/ship-erasures.ts'
import { features } from './features.ts'
import { createBackfillTask } from './platform/jobs/backfills/backfill-task.ts'
import type { WorkerTasks } from './platform/jobs/worker.ts'
import { assetJobs } from './platform/storage/jobs.ts'
import { createMailJobs } from './platform/mail/jobs.ts'

/** Everything the worker runs: the tasks of the features and of the layers below them. */
export const workerTasks: WorkerTasks = {
  jobs: [
    ...features.flatMap(({ jobs = [] }) => jobs),
    ...features.flatMap(({ exportJobs }) => exportJobs?.(listExportSections(features)) ?? []),
    createEraseMemberJob(features),
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
