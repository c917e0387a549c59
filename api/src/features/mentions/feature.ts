import { defineFeature } from '../../define-feature.ts'
import { mentionErasure } from './erase-mentions.ts'

/** `@userName` in the texts of other features: who is meant, where it is stored, and who hears of it. */
export const mentions = defineFeature({
  name: 'mentions',
  needs: ['accounts'],
  eraseMember: mentionErasure,
})
