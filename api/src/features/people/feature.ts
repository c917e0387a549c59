import { defineFeature } from '../../define-feature.ts'

export const people = defineFeature({
  name: 'people',
  needs: ['accounts'],
})
