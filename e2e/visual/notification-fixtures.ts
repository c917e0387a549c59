import type { Page } from '@playwright/test'
import { SCREENSHOT_TIME } from '../support/screenshot-setup.ts'

const POST_ID = '01890000-0000-7000-8000-000000000001'
const QUIET_MAP = { _id: POST_ID, title: 'Quiet map' }
const LONG_TITLE = 'A very long title of a project that does not fit on one line of a small phone'

interface Notification {
  _id: string
  kind: 'comment' | 'reply' | 'like' | 'decision' | 'report'
  count: number
  people: { _id: string; userName: string; profilePicture: string }[]
  post: { _id: string; title: string } | null
  excerpt: string
  to: string | null
  at: string
  isRead: boolean
}

/** The list, with or without parameters. */
export const LIST_URL = /\/api\/notifications(\?|$)/

/** One line of each kind and state, the newest first. */
const LINE_FIELDS: Partial<Notification>[] = [
  {
    kind: 'comment',
    count: 5,
    people: listPeople('ada', 'bob', 'carla'),
    excerpt: 'Which tiles are these, and do they work without a connection on a train?',
    isRead: false,
  },
  {
    kind: 'reply',
    people: listPeople('carla'),
    excerpt: 'Thank you, that fixed it!',
    isRead: false,
  },
  { kind: 'like', people: listPeople('dmitri'), isRead: false },
  {
    kind: 'decision',
    post: { _id: POST_ID, title: LONG_TITLE },
    excerpt: 'The link leads to a shop, not to a project.',
    to: '/settings/decisions',
  },
  {
    kind: 'report',
    post: null,
    excerpt: 'A moderator looked at it and took action.',
    to: '/settings/decisions',
  },
  { kind: 'like', count: 100 },
  { kind: 'comment', people: listPeople('bob'), post: null, to: null },
  { kind: 'comment', excerpt: 'Nice work!' },
  {
    kind: 'reply',
    count: 12,
    people: listPeople('ada', 'bob'),
    post: { _id: POST_ID, title: 'ساعة المد والجزر' },
    excerpt: 'ساعة المد والجزر لجدار المطبخ',
  },
  { kind: 'like', count: 10, post: { _id: POST_ID, title: LONG_TITLE } },
]

export const NOTIFICATION_LINES = LINE_FIELDS.map((fields, index) => createLine(index, fields))

/** Replies to the page with these lines instead of those of the database. */
export async function mockNotifications(page: Page, lines: Notification[]): Promise<void> {
  const unreadCount = lines.filter(({ isRead }) => !isRead).length
  await page.route(LIST_URL, (route) =>
    route.fulfill({ json: { success: true, data: lines, unreadCount, nextCursor: null } }),
  )
}

function createLine(index: number, fields: Partial<Notification>): Notification {
  return {
    _id: `01890000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    kind: 'comment',
    count: 1,
    people: [],
    post: QUIET_MAP,
    excerpt: '',
    to: `/posts/${POST_ID}`,
    at: new Date(SCREENSHOT_TIME.getTime() - 3 ** index * 60_000).toISOString(),
    isRead: true,
    ...fields,
  }
}

function listPeople(...userNames: string[]): Notification['people'] {
  return userNames.map((userName) => ({ _id: POST_ID, userName, profilePicture: '' }))
}
