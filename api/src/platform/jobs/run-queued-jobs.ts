import { Logger, runOnce } from 'graphile-worker'
import type { Deps } from '../deps.ts'
import type { JobHandler } from './define-job.ts'
import { buildTaskList } from './worker.ts'

const SILENT_LOGGER = new Logger(() => () => {})

/** Runs the queued jobs of these kinds that are due until none is left; other kinds stay queued. */
export async function runQueuedJobs(deps: Deps, jobs: readonly JobHandler[]): Promise<void> {
  await runOnce({
    pgPool: deps.db.pool,
    taskList: buildTaskList(deps, jobs),
    logger: SILENT_LOGGER,
  })
}
