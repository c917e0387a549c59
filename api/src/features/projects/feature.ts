import { defineFeature } from '../../define-feature.ts'
import { projectRoutes } from './routes.ts'

export const projects = defineFeature({
  name: 'projects',
  needs: ['accounts'],
  routes: projectRoutes,
})
