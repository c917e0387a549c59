import { runQueuedJobs } from '../platform/jobs/run-queued-jobs.ts'

/** Runs the queued jobs of these kinds until none is left; other kinds stay queued. */
export const runJobs = runQueuedJobs
