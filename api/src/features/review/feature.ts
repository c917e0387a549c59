import { defineFeature } from '../../define-feature.ts'
import { reviewRoutes } from './routes.ts'

export const review = defineFeature({
  name: 'review',
  needs: ['accounts', 'comments', 'join-requests', 'live-posts', 'moderation', 'posts'],
  routes: reviewRoutes,
})
