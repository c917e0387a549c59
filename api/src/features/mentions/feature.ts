import { defineFeature } from '../../platform/define-feature.ts'
import { mentionErasure } from './erase-mentions.ts'

/** `@userName` in the texts of other features: which members are meant, where that is stored, and who is notified. */
export const mentions = defineFeature({
  name: 'mentions',
  needs: { api: ['accounts', 'comments', 'pictures', 'safety', 'updates'], web: ['accounts'] },
  eraseMember: mentionErasure,
})
