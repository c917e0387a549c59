import { defineFeature } from '../../platform/define-feature.ts'
import { availabilityExport } from './export-availability.ts'
import { indexPeopleTask, peopleJobs } from './jobs.ts'
import { peopleRoutes } from './routes.ts'

export const people = defineFeature({
  name: 'people',
  needs: { api: ['accounts', 'pictures', 'profiles', 'safety'], web: ['accounts'] },
  routes: peopleRoutes,
  waiting: [
    {
      name: 'people_search_waiting',
      help: 'Members whose entry in the search for people is outdated',
      table: 'people_search_due',
    },
  ],
  jobs: peopleJobs,
  intervalTasks: [indexPeopleTask],
  exportMember: availabilityExport,
})
