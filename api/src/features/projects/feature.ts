import { defineFeature } from '../../define-feature.ts'

export const projects = defineFeature({
  name: 'projects',
  needs: [],
})
