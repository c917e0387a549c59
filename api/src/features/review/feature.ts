import { defineFeature } from '../../platform/define-feature.ts'
import { reviewRoutes } from './routes.ts'

export const review = defineFeature({
  name: 'review',
  needs: {
    api: [
      'accounts',
      'comments',
      'join-requests',
      'live-posts',
      'messaging',
      'moderation',
      'pictures',
      'posts',
      'profiles',
      'safety',
    ],
    web: ['accounts', 'moderation'],
  },
  routes: reviewRoutes,
})
