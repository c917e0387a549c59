import type { Notification } from '@dolph/contract/notifications'

export const QUIET_MAP = { _id: '01932dad-55f0-7c01-9923-d974d6c5fc01', title: 'Quiet map' }

/** A line of the list: `number` makes the id, and lines with a higher number are newer. */
export function createNotificationFixture(
  number: number,
  fields: Partial<Notification> = {},
): Notification {
  return {
    _id: `0198c5a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
    kind: 'comment',
    count: 1,
    people: [createPersonFixture('bo')],
    post: QUIET_MAP,
    excerpt: 'Which tiles are these?',
    to: `/posts/${QUIET_MAP._id}`,
    at: new Date(Date.UTC(2026, 10, 16, 12, number)).toISOString(),
    isRead: false,
    ...fields,
  }
}

export function createPersonFixture(userName: string) {
  return { _id: '0198c5a0-0000-7000-8000-000000000002', userName, profilePicture: '' }
}
