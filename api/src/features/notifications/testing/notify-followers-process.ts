import { pino } from 'pino'
import { readConfig } from '../../../platform/config/config.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { handleJob } from '../../../platform/jobs/define-job.ts'
import { startWorker } from '../../../platform/jobs/worker.ts'
import { notifyFollowersJob, notifyNextFollowers } from '../updates/notify-followers.ts'

// A worker in a process of its own, to be killed: it says when a batch is written, and goes on.
const BATCH_SIZE = 250
const config = readConfig(process.env)
const db = openDatabase(config.DATABASE_URL)
const bus = { findListening: async () => [] }
const job = handleJob(notifyFollowersJob, async ({ updateId }, deps) => {
  while (await notifyNextFollowers(deps, updateId, BATCH_SIZE)) process.send?.('written')
})
const deps = { config, db, bus } as unknown as Deps
await startWorker(deps, { jobs: [job], heartbeatCheckMs: 100 }, pino({ level: 'silent' }))
