import { z } from 'zod'
import { defineMailTemplate } from '../../../../platform/mail/mail-template.ts'
import { renderMail } from '../../../../platform/mail/render-mail.ts'
import { buildUnsubscription } from '../unsubscribe-links.ts'

/** Says who wrote and how much, never what: a mailbox is read by others more often than Dolph is. */
export const unreadMessagesMail = defineMailTemplate(
  'unread-messages',
  z.object({
    firstName: z.string(),
    senderId: z.string(),
    senderName: z.string(),
    count: z.number(),
    token: z.string(),
  }),
  ({ firstName, senderId, senderName, count, token }, origin) => {
    const messages = count === 1 ? 'a message' : `${count} messages`
    return renderMail(origin, {
      subject: `${senderName} sent you ${messages}`,
      preview: 'Not read yet on Dolph.',
      title: `${senderName} sent you ${messages}`,
      firstName,
      parts: [
        {
          text: `You have ${count === 1 ? 'an unread message' : `${count} unread messages`} from ${senderName} on Dolph.`,
        },
        { button: 'Read and answer', path: `/messages/${senderId}` },
        {
          note: 'We send at most one email a day about a conversation, and none while you are online.',
        },
      ],
      unsubscribe: buildUnsubscription('messages', token),
    })
  },
)
