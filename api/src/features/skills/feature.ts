import { defineFeature } from '../../platform/define-feature.ts'
import { skillRoutes } from './routes.ts'

export const skills = defineFeature({
  name: 'skills',
  needs: { api: ['posts', 'profiles', 'projects', 'roles'], web: ['accounts', 'posts', 'roles'] },
  routes: skillRoutes,
})
