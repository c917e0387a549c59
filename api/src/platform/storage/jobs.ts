import { z } from 'zod'
import { defineJob, handleJob } from '../jobs/define-job.ts'
import { storeAssets } from './store-assets.ts'

/** Renews the age of the stored assets, which storage removes when they are 30 days old. */
const storeAssetsJob = defineJob('store-assets', z.object({}))

export const assetJobs = [
  handleJob(storeAssetsJob, async (_, { files }) => void (await storeAssets(files)), {
    cron: '23 3 * * *',
  }),
]
