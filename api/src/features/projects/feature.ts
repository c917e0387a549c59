import { defineFeature } from '../../platform/define-feature.ts'
import { projectExport } from './export-projects.ts'
import { teamErasure } from './erase-team-members.ts'
import { projectRoutes } from './routes.ts'

export const projects = defineFeature({
  name: 'projects',
  needs: {
    api: ['accounts', 'imports', 'join-requests', 'pictures', 'posts', 'roles', 'safety'],
    web: ['accounts', 'rooms'],
  },
  routes: projectRoutes,
  eraseMember: teamErasure,
  exportMember: projectExport,
})
