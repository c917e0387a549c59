import { accountMails } from '@dolph/api/features/accounts/mails'
import { notificationMail } from '@dolph/api/features/notifications/mails/notification-mail'
import { unreadMessagesMail } from '@dolph/api/features/notifications/mails/unread-messages/unread-messages-mail'
import { unreadRoomMail } from '@dolph/api/features/notifications/mails/unread-messages/unread-room-mail'
import type { RenderedMail } from '@dolph/api/platform/mail/mail-template'

const ORIGIN = 'https://dolph.example'
const ACCOUNT_DATA = {
  firstName: 'Ada',
  code: '314159',
  token: 'q7Jx0b8kP2mVwYtR5cZsLhNfGdKaXeUo1I3B4v6T9yM',
  hint: 'n***@example.test',
  hasPassword: true,
  userName: 'ada_l',
  login: 'octocat',
  purpose: 'proof',
  left: 9,
  day: 'November 26',
  device: 'Firefox on Linux',
}
const LINE = {
  count: 1,
  people: ['bob'],
  post: 'Quiet Route in 12 cities, and why Naples took a month',
  excerpt: '',
  outcome: null,
  rule: '',
  decision: null,
  firstName: 'Ada',
  path: '/posts/0198-7c1e',
  token:
    'm3Yw0kq9ZrT1uXhVb6LcPdNfGsJaEoI2K4B8v5T7yQx0b8kP2mVwYtR5cZsLhNfGdKaXeUo1I3B4v6T9yMY29tbWVudA',
}
const QUOTE =
  'I tried it on the bus from Bagnoli. The stop names are right, and the detour around the market is there on Tuesdays. How do you know about…'
const NOTIFICATIONS = {
  comment: { ...LINE, kind: 'comment', excerpt: QUOTE },
  comments: {
    ...LINE,
    kind: 'comment',
    excerpt: 'Same here.',
    count: 12,
    people: ['carla', 'dan', 'bob', 'ruth_c'],
  },
  mention: { ...LINE, kind: 'mention', excerpt: 'What does @ada say?' },
  'room-mention': { ...LINE, kind: 'room-mention', excerpt: '' },
  reply: { ...LINE, kind: 'reply', excerpt: 'Yes, and thank you for asking.' },
  'first-like': { ...LINE, kind: 'like' },
  decision: {
    ...LINE,
    kind: 'decision',
    decision: { kind: 'hide', about: 'post' },
    rule: 'Nothing unlawful',
    path: '/settings/decisions',
    excerpt: 'The exams belong to the universities, and two of them are still in use.',
  },
  objection: {
    ...LINE,
    kind: 'decision',
    outcome: 'taken-back',
    path: '/settings/decisions',
    excerpt: 'You are right: it was posted once, and others learn from it.',
  },
  welcome: {
    ...LINE,
    kind: 'join-answered',
    path: '/join-requests/0198-7c1e/welcome',
    excerpt: 'So glad! The tiles are in the wiki, and the first issue is yours if you want it.',
    request: {
      id: '0198-7c1e',
      role: 'Map maker',
      state: 'accepted',
      fromOwner: false,
      dueAt: '2026-11-20T12:00:00.000Z',
      team: ['bob', 'carla', 'ruth_c'],
      links: ['https://github.com/bob/quiet-route', 'https://quiet-route.example'],
    },
  },
  report: { ...LINE, kind: 'report', outcome: 'acted', path: '/notifications' },
  export: { ...LINE, kind: 'export-ready', people: [], path: '/settings#data' },
} as const

/** Every mail that Dolph sends, with sample data. */
export function renderSampleMails(): [name: string, mail: RenderedMail][] {
  const messages = { firstName: 'Ada', senderId: '0198', senderName: 'bob', count: 3 }
  const room = { firstName: 'Ada', roomId: '0198', project: LINE.post, count: 3 }
  return [
    ...accountMails.map((mail): [string, RenderedMail] => [
      mail.name,
      mail.parseAndRender(ACCOUNT_DATA, ORIGIN),
    ]),
    ...Object.entries(NOTIFICATIONS).map(([name, line]): [string, RenderedMail] => [
      `notification-${name}`,
      notificationMail.parseAndRender(line, ORIGIN),
    ]),
    ['unread-messages', unreadMessagesMail.render({ ...messages, token: LINE.token }, ORIGIN)],
    ['unread-room', unreadRoomMail.render({ ...room, token: LINE.token }, ORIGIN)],
  ]
}
