import { defineFeature } from '../../define-feature.ts'
import { pictureRoutes } from '../../files/picture-routes.ts'
import { deleteMemberPictures, hasPictures } from '../../files/pictures.ts'
import { createHiddenPictureCheck } from './hidden-pictures.ts'
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
    'roles',
    'safety',
  ],
  routes: async (app, deps) => {
    await app.register(profileRoutes, deps)
    await app.register(uploadRoutes, deps)
    const maySeeHidden = createHiddenPictureCheck(app, deps.db)
    await app.register(pictureRoutes, { ...deps, maySeeHidden })
  },
  eraseMember: {
    deleteBatch: ({ db }, memberId) => deleteMemberPictures(db, memberId),
    hasRows: hasPictures,
  },
})
