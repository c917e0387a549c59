import { defineFeature } from '../../define-feature.ts'
import { importRoutes } from './routes.ts'

export const imports = defineFeature({ name: 'imports', needs: [], routes: importRoutes })
