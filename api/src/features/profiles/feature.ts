import { defineFeature } from '../../platform/define-feature.ts'
import { profileExport } from './export-profile.ts'
import { pictureRoutes } from '../pictures/picture-routes.ts'
import { createHiddenPictureCheck } from './hidden-pictures.ts'
import { profileRoutes } from './routes.ts'
import { uploadRoutes } from './upload-routes.ts'

export const profiles = defineFeature({
  name: 'profiles',
  needs: {
    api: ['accounts', 'people', 'pictures', 'posts', 'projects', 'roles', 'safety', 'skills'],
    web: [
      'accounts',
      'comments',
      'join-requests',
      'moderation',
      'people',
      'posts',
      'projects',
      'safety',
    ],
  },
  routes: async (app, deps) => {
    await app.register(profileRoutes, deps)
    await app.register(uploadRoutes, deps)
    const maySeeHidden = createHiddenPictureCheck(app, deps.db)
    await app.register(pictureRoutes, { ...deps, maySeeHidden })
  },
  exportMember: profileExport,
})
