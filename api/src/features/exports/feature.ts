import { defineFeature } from '../../platform/define-feature.ts'
import { deleteRestoredExports, exportErasure } from './erase-exports.ts'
import { exportJobs } from './jobs.ts'
import { createMakeExportJob } from './make-export.ts'
import { exportRoutes } from './routes.ts'

/** A member's copy of their data: what the parts of all features give, as a file that the member downloads. */
export const exports = defineFeature({
  name: 'exports',
  needs: { api: ['pictures'], web: [] },
  routes: exportRoutes,
  jobs: exportJobs,
  exportJobs: (sections) => [createMakeExportJob(sections)],
  eraseMember: exportErasure,
  afterRestore: deleteRestoredExports,
})
