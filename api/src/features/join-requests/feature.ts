import { defineFeature } from '../../platform/define-feature.ts'
import { joinRequestExport } from './export-join-requests.ts'
import { pauseRolesJobs } from './clock/pause-roles.ts'
import { joinRequestClockTask } from './clock/run-clock.ts'
import { joinRequestErasure } from './erase-join-requests.ts'
import { joinRequestSubscribers } from './publish-join-requests.ts'
import { joinRequestRoutes } from './routes.ts'

export const joinRequests = defineFeature({
  name: 'join-requests',
  needs: {
    api: [
      'accounts',
      'messaging',
      'notifications',
      'people',
      'pictures',
      'posts',
      'profiles',
      'projects',
      'roles',
      'safety',
    ],
    web: ['accounts', 'moderation', 'roles', 'safety'],
  },
  routes: joinRequestRoutes,
  jobs: pauseRolesJobs,
  intervalTasks: [joinRequestClockTask],
  events: joinRequestSubscribers,
  eraseMember: joinRequestErasure,
  exportMember: joinRequestExport,
})
