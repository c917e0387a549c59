import { defineFeature } from '../../platform/define-feature.ts'
import { updateExport } from './export-updates.ts'
import { repeatUpdateErasure } from './mutations.ts'
import { recordStateChanges } from './record-state-changes.ts'
import { updateRoutes } from './routes.ts'

export const updates = defineFeature({
  name: 'updates',
  needs: {
    api: ['accounts', 'mentions', 'notifications', 'pictures', 'posts', 'projects', 'safety'],
    web: ['accounts', 'mentions', 'projects'],
  },
  routes: updateRoutes,
  repeatErasures: { update: repeatUpdateErasure },
  events: { 'project.state-changed': recordStateChanges },
  exportMember: updateExport,
})
