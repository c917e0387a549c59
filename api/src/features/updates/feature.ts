import { defineFeature } from '../../define-feature.ts'

export const updates = defineFeature({
  name: 'updates',
  needs: ['accounts', 'projects'],
})
