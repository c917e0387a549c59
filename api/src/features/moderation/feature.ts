import { defineFeature } from '../../define-feature.ts'
import { moderationErasure } from './erase-moderation.ts'
import { moderationJobs } from './jobs.ts'
import { moderationRoutes } from './routes.ts'

export const moderation = defineFeature({
  name: 'moderation',
  needs: ['accounts', 'projects', 'safety'],
  routes: moderationRoutes,
  jobs: moderationJobs,
  eraseMember: moderationErasure,
})
