import { defineFeature } from '../../define-feature.ts'
import { roleRoutes } from './routes.ts'

export const roles = defineFeature({
  name: 'roles',
  needs: ['accounts', 'people', 'projects'],
  routes: roleRoutes,
})
