import { z } from 'zod'
import { openGitHub } from './code-host/github.ts'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import { refreshRepositories } from './refresh-repositories.ts'

/** The limits of the code host are 60 an hour without a token and 5,000 with one; imports need the rest. */
const CALLS_WITHOUT_TOKEN = 50
const CALLS_WITH_TOKEN = 4_000

export const refreshRepositoriesJob = defineJob('refresh-repositories', z.object({}))

export const importJobs = [
  handleJob(
    refreshRepositoriesJob,
    async (_, { db, config }) => {
      const codeHost = openGitHub(config)
      const maxCalls = config.GITHUB_TOKEN === undefined ? CALLS_WITHOUT_TOKEN : CALLS_WITH_TOKEN
      if (codeHost) await refreshRepositories(db, codeHost, maxCalls)
    },
    { cron: '17 * * * *' },
  ),
]
