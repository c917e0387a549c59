import { defineFeature } from '../../define-feature.ts'
import { skillRoutes } from './routes.ts'

export const skills = defineFeature({
  name: 'skills',
  needs: ['accounts', 'posts', 'roles'],
  routes: skillRoutes,
})
