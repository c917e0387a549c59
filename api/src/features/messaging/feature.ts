import { defineFeature } from '../../platform/define-feature.ts'
import { hidingSubscribers } from './changes/hiding.ts'
import { repeatMessageDeletion } from './changes/repeat-deletion.ts'
import { repeatClearing } from './conversations/repeat-clearing.ts'
import { messageErasure } from './erase-messages.ts'
import { messageJobs } from './jobs.ts'
import { lockConversation } from './lock-conversation.ts'
import { createMessageSocket } from './message-socket.ts'
import { messageRoutes } from './routes.ts'

export const messaging = defineFeature({
  name: 'messaging',
  needs: {
    api: ['accounts', 'join-requests', 'pictures', 'posts', 'projects', 'roles', 'rooms', 'safety'],
    web: ['accounts', 'join-requests', 'mentions', 'moderation', 'rooms', 'safety'],
  },
  routes: messageRoutes,
  socket: createMessageSocket,
  events: hidingSubscribers,
  jobs: messageJobs,
  eraseMember: messageErasure,
  lockPair: lockConversation,
  repeatErasures: { conversation: repeatClearing, message: repeatMessageDeletion },
})
