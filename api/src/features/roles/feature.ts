import { defineFeature } from '../../define-feature.ts'
import { heartbeatJobs } from './heartbeat/run-heartbeat.ts'
import { stillOpenRoutes } from './heartbeat/still-open-routes.ts'
import { repeatRoleErasure } from './repeat-role-erasure.ts'
import { roleRoutes } from './routes.ts'

export const roles = defineFeature({
  name: 'roles',
  needs: ['accounts', 'notifications', 'people', 'projects'],
  routes: async (app, deps) => {
    await app.register(roleRoutes, deps)
    await app.register(stillOpenRoutes, deps)
  },
  jobs: heartbeatJobs,
  repeatErasures: { role: repeatRoleErasure },
})
