import { defineFeature } from '../../platform/define-feature.ts'
import { importJobs } from './jobs.ts'
import { importRoutes } from './routes.ts'

export const imports = defineFeature({
  name: 'imports',
  needs: { api: ['accounts', 'posts', 'projects'], web: [] },
  routes: importRoutes,
  jobs: importJobs,
})
