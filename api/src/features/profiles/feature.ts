import { defineFeature } from '../../define-feature.ts'
import { deleteMemberPictures } from '../../files/pictures.ts'
import { pictureRoutes } from './picture-routes.ts'
import { profileRoutes } from './routes.ts'
import { uploadRoutes } from './upload-routes.ts'

export const profiles = defineFeature({
  name: 'profiles',
  needs: [
    'accounts',
    'comments',
    'join-requests',
    'moderation',
    'people',
    'posts',
    'projects',
    'safety',
  ],
  routes: async (app, deps) => {
    await app.register(profileRoutes, deps)
    await app.register(uploadRoutes, deps)
    await app.register(pictureRoutes, deps)
  },
  eraseMember: {
    deleteBatch: async () => false,
    hasRows: async () => false,
    deleteWithMember: deleteMemberPictures,
  },
})
