import { defineFeature } from '../../platform/define-feature.ts'
import { roleExport } from './export-roles.ts'
import { stillOpenJobs } from './still-open/check-still-open.ts'
import { stillOpenRoutes } from './still-open/still-open-routes.ts'
import { repeatRoleErasure } from './repeat-role-erasure.ts'
import { roleRoutes } from './routes.ts'

export const roles = defineFeature({
  name: 'roles',
  needs: {
    api: [
      'accounts',
      'join-requests',
      'notifications',
      'people',
      'pictures',
      'posts',
      'projects',
      'safety',
    ],
    web: ['accounts', 'people', 'projects'],
  },
  routes: async (app, deps) => {
    await app.register(roleRoutes, deps)
    await app.register(stillOpenRoutes, deps)
  },
  jobs: stillOpenJobs,
  repeatErasures: { role: repeatRoleErasure },
  exportMember: roleExport,
})
