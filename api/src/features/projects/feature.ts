import { defineFeature } from '../../define-feature.ts'
import { teamErasure } from './erase-team-members.ts'
import { projectRoutes } from './routes.ts'

export const projects = defineFeature({
  name: 'projects',
  needs: ['accounts'],
  routes: projectRoutes,
  eraseMember: teamErasure,
})
