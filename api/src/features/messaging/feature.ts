import { defineFeature } from '../../define-feature.ts'
import { repeatClearing } from './conversations/repeat-clearing.ts'
import { messageErasure } from './erase-messages.ts'
import { messageJobs } from './jobs.ts'
import { createMessageSocket } from './message-socket.ts'
import { messageRoutes } from './routes.ts'

export const messaging = defineFeature({
  name: 'messaging',
  needs: ['accounts', 'moderation', 'safety'],
  routes: messageRoutes,
  socket: createMessageSocket,
  jobs: messageJobs,
  eraseMember: messageErasure,
  repeatErasures: { conversation: repeatClearing },
})
