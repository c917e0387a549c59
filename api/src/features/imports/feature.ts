import { defineFeature } from '../../define-feature.ts'
import { importJobs } from './jobs.ts'
import { importRoutes } from './routes.ts'

export const imports = defineFeature({
  name: 'imports',
  needs: [],
  routes: importRoutes,
  jobs: importJobs,
})
