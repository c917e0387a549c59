import { defineFeature } from '../../platform/define-feature.ts'
import { notificationExport } from './export-notifications.ts'
import { notificationErasure } from './erase-notifications.ts'
import { notificationJobs } from './jobs.ts'
import { notificationMailJobs } from './mails/mail-notification.ts'
import { notificationMail } from './mails/notification-mail.ts'
import { unreadMessagesJobs } from './mails/unread-messages/mail-unread-messages.ts'
import { skipUnreadMessages } from './mails/unread-messages/skip-unread-messages.ts'
import { unreadMessagesMail } from './mails/unread-messages/unread-messages-mail.ts'
import { unreadRoomMail } from './mails/unread-messages/unread-room-mail.ts'
import { unsubscribeRoutes } from './mails/unsubscribe-routes.ts'
import { notificationRoutes } from './routes.ts'
import { notificationSubscribers } from './subscribers.ts'
import { notifyFollowersJobs } from './updates/notify-followers.ts'

export const notifications = defineFeature({
  name: 'notifications',
  needs: {
    api: [
      'accounts',
      'comments',
      'imports',
      'join-requests',
      'mentions',
      'messaging',
      'moderation',
      'pictures',
      'posts',
      'projects',
      'roles',
      'rooms',
      'safety',
      'updates',
    ],
    web: ['accounts'],
  },
  routes: async (app, deps) => {
    await app.register(notificationRoutes, deps)
    await app.register(unsubscribeRoutes, deps)
  },
  jobs: [
    ...notificationJobs,
    ...notificationMailJobs,
    ...unreadMessagesJobs,
    ...notifyFollowersJobs,
  ],
  events: notificationSubscribers,
  mails: [notificationMail, unreadMessagesMail, unreadRoomMail],
  eraseMember: notificationErasure,
  afterRestore: skipUnreadMessages,
  exportMember: notificationExport,
})
