import { z } from 'zod'
import type { Jobs } from '../jobs/worker.ts'
import { deleteUnusedPictures, buildPictureFileName, REMOVE_PICTURE_JOB } from './pictures.ts'

const PictureJob = z.object({ key: z.string() })

export const pictureCrontab = '41 * * * * forget-pictures'

export const pictureJobs: Jobs = ({ db, files }) => ({
  /** Retried for days while storage is unavailable. */
  [REMOVE_PICTURE_JOB]: async (payload) => {
    const { key } = PictureJob.parse(payload)
    await files.remove([buildPictureFileName(key, 'large'), buildPictureFileName(key, 'small')])
  },
  'forget-pictures': async () => deleteUnusedPictures(db),
})
