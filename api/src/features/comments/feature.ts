import { defineFeature } from '../../define-feature.ts'
import { commentErasure, repeatCommentErasure } from './erase-comments.ts'
import { commentRoutes } from './routes.ts'

export const comments = defineFeature({
  name: 'comments',
  needs: ['accounts', 'live-posts', 'mentions', 'moderation', 'safety'],
  routes: commentRoutes,
  eraseMember: commentErasure,
  repeatErasures: { comment: repeatCommentErasure },
})
