import { defineFeature } from '../../define-feature.ts'
import { joinRequestClockTask } from './clock/run-clock.ts'

export const joinRequests = defineFeature({
  name: 'join-requests',
  needs: ['accounts', 'roles'],
  intervalTasks: [joinRequestClockTask],
})
