import { defineFeature } from '../../platform/define-feature.ts'
import { moderationExport } from './export-moderation.ts'
import { moderationErasure } from './erase-moderation.ts'
import { moderationJobs } from './jobs.ts'
import { moderationRoutes } from './routes.ts'

export const moderation = defineFeature({
  name: 'moderation',
  needs: {
    api: [
      'accounts',
      'comments',
      'join-requests',
      'messaging',
      'posts',
      'projects',
      'rooms',
      'safety',
    ],
    web: ['accounts', 'safety'],
  },
  routes: moderationRoutes,
  jobs: moderationJobs,
  eraseMember: moderationErasure,
  exportMember: moderationExport,
})
