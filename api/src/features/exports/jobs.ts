import { z } from 'zod'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import { removeExportFiles } from './export-files.ts'
import { deleteExpiredExports, removeExportJob } from './exports.ts'

const deleteExpiredExportsJob = defineJob('delete-expired-exports', z.object({}))

export const exportJobs = [
  /** Retried for days while storage is unavailable. */
  handleJob(removeExportJob, async ({ key }, { files }) => removeExportFiles(files, key)),
  handleJob(deleteExpiredExportsJob, async (_, { db }) => deleteExpiredExports(db), {
    cron: '17 * * * *',
  }),
]
