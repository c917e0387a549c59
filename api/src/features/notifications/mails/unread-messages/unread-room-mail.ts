import { z } from 'zod'
import { defineMailTemplate } from '../../../../platform/mail/mail-template.ts'
import { renderMail, shortenTitle } from '../../../../platform/mail/render-mail.ts'
import { buildUnsubscription } from '../unsubscribe-links.ts'

/** Names the project and how much was written, never who wrote and what. */
export const unreadRoomMail = defineMailTemplate(
  'unread-room',
  z.object({
    firstName: z.string(),
    roomId: z.string(),
    project: z.string(),
    count: z.number(),
    token: z.string(),
  }),
  ({ firstName, roomId, project, count, token }, origin) => {
    const title = shortenTitle(project)
    const messages = count === 1 ? 'an unread message' : `${count} unread messages`
    const headline = `${count === 1 ? 'An unread message' : messages} in “${title}”`
    return renderMail(origin, {
      subject: headline,
      preview: 'Not read yet on Dolph.',
      title: headline,
      firstName,
      parts: [
        { text: `The team of “${title}” has ${messages} for you in its room on Dolph.` },
        { button: 'Open the room', path: `/messages/rooms/${roomId}` },
        {
          note: 'We send at most one email a day about a room, and none while you are online. Mute the room to get none about it.',
        },
      ],
      unsubscribe: buildUnsubscription('messages', token),
    })
  },
)
