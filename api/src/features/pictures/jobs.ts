import { z } from 'zod'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import {
  deleteUnusedPictures,
  listPictureFileNames,
  removePictureJob,
  removePostPictureJob,
} from './pictures.ts'

export const deleteUnusedPicturesJob = defineJob('delete-unused-pictures', z.object({}))

export const pictureJobs = [
  /** Retried for days while storage is unavailable. */
  handleJob(removePictureJob, async ({ key }, { files }) =>
    files.remove(listPictureFileNames(key, null)),
  ),
  handleJob(removePostPictureJob, async ({ key, width, height }, { files }) =>
    files.remove(listPictureFileNames(key, { width, height })),
  ),
  handleJob(deleteUnusedPicturesJob, async (_, { db }) => deleteUnusedPictures(db), {
    cron: '41 * * * *',
  }),
]
