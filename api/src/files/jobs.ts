import { z } from 'zod'
import type { Jobs } from '../jobs/worker.ts'
import { forgetPictures, pictureFile, REMOVE_PICTURE } from './pictures.ts'

const PictureJob = z.object({ key: z.string() })

export const pictureCrontab = '41 * * * * forget-pictures'

export const pictureJobs: Jobs = ({ db, files }) => ({
  /** Tried again, for days if need be, while storage is away. */
  [REMOVE_PICTURE]: async (payload) => {
    const { key } = PictureJob.parse(payload)
    await files.remove([pictureFile(key, 'large'), pictureFile(key, 'small')])
  },
  'forget-pictures': async () => forgetPictures(db),
})
