import { defineFeature } from '../../define-feature.ts'

export const roles = defineFeature({
  name: 'roles',
  needs: ['accounts', 'people', 'projects'],
})
