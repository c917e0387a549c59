import { Logger, runOnce } from 'graphile-worker'
import type { Deps } from '../deps.ts'
import type { JobHandler } from '../jobs/define-job.ts'
import { buildTaskList } from '../jobs/worker.ts'

const SILENT_LOGGER = new Logger(() => () => {})

/** Runs the queued jobs of these kinds until none is left; other kinds stay queued. */
export async function runJobs(deps: Deps, jobs: readonly JobHandler[]): Promise<void> {
  await runOnce({
    pgPool: deps.db.pool,
    taskList: buildTaskList(deps, jobs),
    logger: SILENT_LOGGER,
  })
}
