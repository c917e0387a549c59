import { describe, expect, test } from 'vitest'
import { notificationMail } from './notification-mail.ts'
import { unreadMessagesMail } from './unread-messages/unread-messages-mail.ts'
import { unreadRoomMail } from './unread-messages/unread-room-mail.ts'

const ORIGIN = 'https://dolph.example'
const HOSTILE = '"><script>alert(1)</script>'
const NOTHING = {
  outcome: null,
  rule: '',
  decision: null,
  people: [],
  post: '',
  excerpt: '',
  count: 1,
  request: null,
}
const COMMON = { firstName: 'Ada', path: '/posts/1', token: 'TOKEN' }
type Line = Omit<Parameters<typeof notificationMail.render>[0], keyof typeof COMMON>

const lines: [string, Line, subject: string, text: string][] = [
  [
    'a comment',
    { ...NOTHING, kind: 'comment', people: ['bob'], post: 'Map', excerpt: 'Nice' },
    'bob commented on “Map”',
    'bob commented on “Map”.',
  ],
  [
    'two comments by two members',
    {
      ...NOTHING,
      kind: 'comment',
      count: 2,
      people: ['bob', 'cleo'],
      post: 'Map',
      excerpt: 'Nice',
    },
    '2 new comments on “Map”',
    'bob and cleo commented on “Map”. The newest:',
  ],
  [
    'comments by one member',
    { ...NOTHING, kind: 'comment', count: 3, people: ['bob'], post: 'Map', excerpt: 'Nice' },
    '3 new comments on “Map”',
    'bob commented on “Map”. The newest:',
  ],
  [
    'a reply',
    { ...NOTHING, kind: 'reply', people: ['bob'], post: 'Map', excerpt: 'Yes' },
    'bob replied to your comment on “Map”',
    'bob replied to your comment on “Map”.',
  ],
  [
    'a mention',
    { ...NOTHING, kind: 'mention', people: ['bob'], post: 'Map', excerpt: 'Ask @ada' },
    'bob mentioned you on “Map”',
    'bob mentioned you on “Map”.',
  ],
  [
    'a mention in a room',
    { ...NOTHING, kind: 'room-mention', people: ['bob'], post: 'Map' },
    'bob mentioned you in “Map”',
    'bob mentioned you in the room of “Map”.',
  ],
  [
    'two mentions',
    { ...NOTHING, kind: 'mention', count: 2, people: ['bob'], post: 'Map', excerpt: 'Ask @ada' },
    '2 new comments on “Map” mention you',
    'bob mentioned you on “Map”. The newest:',
  ],
  [
    'many replies',
    {
      ...NOTHING,
      kind: 'reply',
      count: 9,
      people: ['bob', 'cleo', 'dan', 'eve'],
      post: 'Map',
      excerpt: 'Yes',
    },
    '9 new replies to your comment on “Map”',
    'bob, cleo and others replied to your comment on “Map”. The newest:',
  ],
  [
    'replies by three members',
    {
      ...NOTHING,
      kind: 'reply',
      count: 3,
      people: ['bob', 'cleo', 'dan'],
      post: 'Map',
      excerpt: 'Yes',
    },
    '3 new replies to your comment on “Map”',
    'bob, cleo and dan replied to your comment on “Map”. The newest:',
  ],
  [
    'a first like',
    { ...NOTHING, kind: 'like', post: 'Map' },
    '“Map” has its first like',
    '“Map” has its first like on Dolph.',
  ],
  [
    'many likes',
    { ...NOTHING, kind: 'like', count: 1_000, post: 'Map' },
    '“Map” has 1,000 likes',
    '“Map” has 1,000 likes on Dolph.',
  ],
  [
    'a decision',
    {
      ...NOTHING,
      kind: 'decision',
      post: 'Map',
      decision: { kind: 'hide', about: 'post' },
      rule: 'No spam',
      excerpt: 'Ten posts with one link.',
    },
    '“Map” was hidden',
    'our rule “No spam”',
  ],
  [
    'a hidden message',
    { ...NOTHING, kind: 'decision', decision: { kind: 'hide', about: 'message' }, rule: 'No spam' },
    'Your message was hidden',
    'our rule “No spam”',
  ],
  [
    'a limit because of a comment',
    {
      ...NOTHING,
      kind: 'decision',
      post: 'Map',
      decision: { kind: 'limit-posting', about: 'comment' },
      rule: 'No spam',
    },
    'You can’t post for now, because of “Map”',
    'our rule “No spam”',
  ],
  [
    'a rejected objection',
    { ...NOTHING, kind: 'decision', rule: 'No spam', outcome: 'stands', excerpt: 'It is spam.' },
    'We looked at your objection',
    'We looked again. The decision stands.',
  ],
  [
    'an objection that was right',
    { ...NOTHING, kind: 'decision', rule: 'No spam', outcome: 'taken-back', excerpt: 'Our fault.' },
    'We looked at your objection',
    'We looked again. The decision is taken back. We are sorry.',
  ],
  [
    'a report with consequences',
    { ...NOTHING, kind: 'report', outcome: 'acted' },
    'Your report was reviewed',
    'What you reported broke our rules, and we took action.',
  ],
  [
    'a report without',
    { ...NOTHING, kind: 'report', outcome: 'kept' },
    'Your report was reviewed',
    'What you reported did not break our rules, so we took no action.',
  ],
]

describe('the mail about', () => {
  test.each(lines)('%s says so in text and HTML', (_, line, subject, text) => {
    const mail = notificationMail.render({ ...COMMON, ...line }, ORIGIN)

    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(text)
    expect(mail.html).toContain(text)
    expect(mail.text).toContain(line.excerpt && `> ${line.excerpt}`)
    expect(mail.text).toContain(`${ORIGIN}/posts/1`)
    expect(mail.text).toContain(`Unsubscribe:\n${ORIGIN}/unsubscribe/TOKEN`)
    expect(mail.unsubscribeUrl).toBe(`${ORIGIN}/api/notifications/unsubscribe/TOKEN`)
  })

  test('hostile words is plain text, of one line each', () => {
    const mail = notificationMail.render(
      {
        ...COMMON,
        ...NOTHING,
        kind: 'comment',
        firstName: HOSTILE,
        people: ['bob'],
        post: `${HOSTILE}\r\nBcc: eve@example.com ${'x'.repeat(200)}`,
        excerpt: `${HOSTILE}\n\nYour account is closed:\nhttps://evil.example`,
      },
      ORIGIN,
    )

    expect(mail.html).not.toContain('<script')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.subject.length).toBeLessThan(120)
    expect(mail.text).toContain(`> ${HOSTILE} Your account is closed: https://evil.example\n`)
  })

  test('a quote and a title that are cut keep whole characters', () => {
    const line = { ...COMMON, ...NOTHING, kind: 'comment' as const, people: ['bob'] }
    const mail = notificationMail.render(
      { ...line, post: '🐬'.repeat(300), excerpt: '🐬'.repeat(300) },
      ORIGIN,
    )

    expect(mail.text).toContain(`> ${'🐬'.repeat(139)}…\n`)
    expect(mail.subject).toBe(`bob commented on “${'🐬'.repeat(79)}…”`)
  })

  test.each([
    [1, 'bob sent you a message', 'an unread message from bob'],
    [5, 'bob sent you 5 messages', '5 unread messages from bob'],
  ])('%i unread messages', (count, subject, text) => {
    const mail = unreadMessagesMail.render(
      { firstName: HOSTILE, senderId: '7', senderName: 'bob', count, token: 'TOKEN' },
      ORIGIN,
    )

    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(text)
    expect(mail.html).toContain(text)
    expect(mail.html).not.toContain('<script')
    expect(mail.text).toContain(`${ORIGIN}/messages/7`)
    expect(mail.text).toContain(`Unsubscribe:\n${ORIGIN}/unsubscribe/TOKEN`)
  })

  test('of a room are told without names, however hostile its project is called', () => {
    const data = { firstName: HOSTILE, roomId: '7', project: HOSTILE, count: 3, token: 'TOKEN' }
    const mail = unreadRoomMail.render(data, ORIGIN)
    expect(mail.subject).toBe(`3 unread messages in “${HOSTILE}”`)
    expect(mail.html).not.toContain('<script')
    expect(mail.text).toContain(`${ORIGIN}/messages/rooms/7`)
  })
})
