import { defineFeature } from '../../platform/define-feature.ts'
import { relationExport } from './export-relations.ts'
import { safetyErasure } from './erase-relations.ts'
import { safetyRoutes } from './routes.ts'

export const safety = defineFeature({
  name: 'safety',
  needs: { api: ['accounts', 'pictures'], web: ['accounts'] },
  routes: safetyRoutes,
  eraseMember: safetyErasure,
  exportMember: relationExport,
})
