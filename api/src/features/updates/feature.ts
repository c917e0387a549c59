import { defineFeature } from '../../define-feature.ts'
import { repeatUpdateErasure } from './mutations.ts'
import { recordStateChanges } from './record-state-changes.ts'
import { updateRoutes } from './routes.ts'

export const updates = defineFeature({
  name: 'updates',
  needs: ['accounts', 'mentions', 'projects'],
  routes: updateRoutes,
  repeatErasures: { update: repeatUpdateErasure },
  events: { 'project.state-changed': recordStateChanges },
})
