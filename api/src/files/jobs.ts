import { z } from 'zod'
import { defineJob, handleJob } from '../jobs/define-job.ts'
import {
  deleteUnusedPictures,
  listPictureFileNames,
  removePictureJob,
  removePostPictureJob,
} from './pictures.ts'
import { storeAssets } from './store-assets.ts'

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

/** Renews the age of the stored assets, which storage removes when they are 30 days old. */
const storeAssetsJob = defineJob('store-assets', z.object({}))

export const assetJobs = [
  handleJob(storeAssetsJob, async (_, { files }) => void (await storeAssets(files)), {
    cron: '23 3 * * *',
  }),
]
