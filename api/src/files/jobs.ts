import { z } from 'zod'
import { defineJob, handleJob } from '../jobs/define-job.ts'
import { deleteUnusedPictures, buildPictureFileName, removePictureJob } from './pictures.ts'

export const forgetPicturesJob = defineJob('forget-pictures', z.object({}))

export const pictureJobs = [
  /** Retried for days while storage is unavailable. */
  handleJob(removePictureJob, async ({ key }, { files }) =>
    files.remove([buildPictureFileName(key, 'large'), buildPictureFileName(key, 'small')]),
  ),
  handleJob(forgetPicturesJob, async (_, { db }) => deleteUnusedPictures(db), {
    cron: '41 * * * *',
  }),
]
