import { z } from 'zod'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import type { IntervalTask } from '../../platform/jobs/interval-task.ts'
import { deleteEndedAvailabilities } from './availability.ts'
import { indexQueuedMembers } from './people-index.ts'

const PEOPLE_INDEX_INTERVAL_MS = 1_000

const deleteEndedAvailabilitiesJob = defineJob('delete-ended-availabilities', z.object({}))

export const peopleJobs = [
  handleJob(deleteEndedAvailabilitiesJob, async (_, { db }) => deleteEndedAvailabilities(db), {
    cron: '7 0 * * *',
  }),
]

/** Makes new members and members changed by other programs findable. */
export const indexPeopleTask: IntervalTask = {
  name: 'people-search',
  intervalMs: PEOPLE_INDEX_INTERVAL_MS,
  run: indexQueuedMembers,
}
