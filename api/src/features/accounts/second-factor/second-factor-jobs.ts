import { z } from 'zod'
import { defineJob, handleJob } from '../../../platform/jobs/define-job.ts'
import { resealTotpSecrets } from './sealed-secret.ts'
import { sendResetNotices } from './second-factor-reset.ts'

const sendResetNoticesJob = defineJob('send-reset-notices', z.object({}))
const resealTotpSecretsJob = defineJob('reseal-totp-secrets', z.object({}))

export const secondFactorJobs = [
  handleJob(sendResetNoticesJob, async (_, deps) => sendResetNotices(deps), { cron: '17 * * * *' }),
  handleJob(
    resealTotpSecretsJob,
    async (_, { db, config }) => {
      await resealTotpSecrets(db, config)
    },
    { cron: '27 * * * *' },
  ),
]
