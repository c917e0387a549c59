import { defineFeature } from '../../define-feature.ts'
import { indexPeopleTask, peopleJobs } from './jobs.ts'
import { peopleRoutes } from './routes.ts'

export const people = defineFeature({
  name: 'people',
  needs: ['accounts'],
  routes: peopleRoutes,
  jobs: peopleJobs,
  intervalTasks: [indexPeopleTask],
})
