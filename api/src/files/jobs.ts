import { z } from 'zod'
import { defineJob, handleJob } from '../jobs/define-job.ts'
import {
  deleteUnusedPictures,
  listPictureFileNames,
  removePictureJob,
  removePostPictureJob,
} from './pictures.ts'
import { deleteOrphanedPostPictures } from './post-pictures.ts'

export const forgetPicturesJob = defineJob('forget-pictures', z.object({}))

export const pictureJobs = [
  /** Retried for days while storage is unavailable. */
  handleJob(removePictureJob, async ({ key }, { files }) =>
    files.remove(listPictureFileNames(key, null)),
  ),
  handleJob(removePostPictureJob, async ({ key, width, height }, { files }) =>
    files.remove(listPictureFileNames(key, { width, height })),
  ),
  handleJob(
    forgetPicturesJob,
    async (_, { db }) => {
      await deleteUnusedPictures(db)
      await deleteOrphanedPostPictures(db)
    },
    { cron: '41 * * * *' },
  ),
]
