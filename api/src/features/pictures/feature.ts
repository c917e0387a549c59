import { defineFeature } from '../../platform/define-feature.ts'
import { pictureExport } from './export-pictures.ts'
import { pictureJobs } from './jobs.ts'
import { deleteMemberPictures, hasPictures } from './pictures.ts'
import { repeatPictureErasure } from './repeat-picture-erasure.ts'

/** Uploaded pictures: decoding, storing, deleting. The features that use them decide who may upload and who sees them. */
export const pictures = defineFeature({
  name: 'pictures',
  needs: { api: ['posts'], web: [] },
  jobs: pictureJobs,
  eraseMember: {
    deleteBatch: ({ db }, memberId) => deleteMemberPictures(db, memberId),
    hasRows: hasPictures,
  },
  repeatErasures: { picture: repeatPictureErasure },
  exportMember: pictureExport,
})
