import { pino } from 'pino'
import { features } from '../../../features.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { startWorker } from '../../../platform/jobs/worker.ts'
import { openFileStore } from '../../../platform/storage/open-file-store.ts'
import { listExportSections } from '../../../privacy/exports/read-member-export.ts'
import { createMakeExportJob } from '../make-export.ts'

// A worker in a process of its own, to be killed: it names each file that it has stored, and goes on.
const config = readConfig(process.env)
const db = openDatabase(config.DATABASE_URL)
const store = openFileStore(config)
const files: Deps['files'] = {
  ...store,
  put: async (name, bytes, type) => {
    await store.put(name, bytes, type)
    process.send?.(name)
  },
}
// This cast is safe: the job needs nothing else.
const deps = { config, db, files } as Deps
const job = createMakeExportJob(listExportSections(features))
await startWorker(deps, { jobs: [job], heartbeatCheckMs: 100 }, pino({ level: 'silent' }))
