import { defineFeature } from '../../platform/define-feature.ts'
import { commentExport } from './export-comments.ts'
import { commentErasure, repeatCommentErasure } from './erase-comments.ts'
import { commentRoutes } from './routes.ts'

export const comments = defineFeature({
  name: 'comments',
  needs: {
    api: ['live-posts', 'mentions', 'notifications', 'pictures', 'posts', 'safety'],
    web: ['accounts', 'mentions', 'moderation', 'safety'],
  },
  routes: commentRoutes,
  eraseMember: commentErasure,
  repeatErasures: { comment: repeatCommentErasure },
  exportMember: commentExport,
})
