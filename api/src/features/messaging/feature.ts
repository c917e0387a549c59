import { defineFeature } from '../../platform/define-feature.ts'
import { messageExport } from './export-messages.ts'
import { hidingSubscribers } from './changes/hiding.ts'
import { repeatMessageDeletion } from './changes/repeat-deletion.ts'
import { repeatClearing } from './conversations/repeat-clearing.ts'
import { repeatMessagePictureErasure } from './pictures/message-pictures.ts'
import { messagePictureRoutes } from './pictures/routes.ts'
import { messageErasure } from './erase-messages.ts'
import { messageJobs } from './jobs.ts'
import { lockConversation } from './lock-conversation.ts'
import { createMessageSocket } from './message-socket.ts'
import { messageRoutes } from './routes.ts'

export const messaging = defineFeature({
  name: 'messaging',
  needs: {
    api: [
      'accounts',
      'join-requests',
      'moderation',
      'pictures',
      'posts',
      'projects',
      'roles',
      'rooms',
      'safety',
    ],
    web: ['accounts', 'join-requests', 'mentions', 'moderation', 'rooms', 'safety'],
  },
  routes: async (app, deps) => {
    await app.register(messageRoutes, deps)
    await app.register(messagePictureRoutes, deps)
  },
  socket: createMessageSocket,
  events: hidingSubscribers,
  jobs: messageJobs,
  eraseMember: messageErasure,
  lockPair: lockConversation,
  repeatErasures: {
    conversation: repeatClearing,
    message: repeatMessageDeletion,
    'message-picture': repeatMessagePictureErasure,
  },
  exportMember: messageExport,
})
