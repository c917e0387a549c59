import { defineFeature } from '../../define-feature.ts'
import { safetyErasure } from './erase-relations.ts'
import { safetyRoutes } from './routes.ts'

export const safety = defineFeature({
  name: 'safety',
  needs: ['accounts'],
  routes: safetyRoutes,
  eraseMember: safetyErasure,
})
