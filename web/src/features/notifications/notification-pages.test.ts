import type { Notification } from '@dolph/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { createNotificationFixture } from '../../testing/fixtures/notification-fixtures.ts'
import {
  applyEventToNewest,
  applyEventToPages,
  flattenPages,
  markPageRead,
} from './notification-pages.ts'

const [first, second, third, fourth] = [1, 2, 3, 4].map((each) => createNotificationFixture(each))

test('a new line comes first, and the oldest of the newest lines makes room', () => {
  const page = applyEventToNewest(createPage([second, first]), createEvent(third, 3), 2)
  expect(page.data).toEqual([third, second])
  expect(page.unreadCount).toBe(3)
})

test('a line that was raised moves up and is there once', () => {
  const raised = { ...createNotificationFixture(1), count: 5, at: third?.at ?? '' }
  const pages = [createPage([second], 'next'), createPage([first])]
  const changed = applyEventToPages(pages, createEvent(raised, 2))
  expect(changed.map(({ data }) => data)).toEqual([[raised, second], []])
})

test('a line below what is loaded waits for its page', () => {
  const pages = [createPage([third, second], 'next')]
  expect(applyEventToPages(pages, createEvent(first, 3))[0]?.data).toEqual([third, second])
})

test('a line changed in its place stays there', () => {
  const changedLine = { ...createNotificationFixture(2), count: 1, excerpt: 'Edited' }
  const pages = applyEventToPages([createPage([third, second, first])], createEvent(changedLine, 3))
  expect(pages[0]?.data).toEqual([third, changedLine, first])
})

test('an event without a line changes the number only', () => {
  const page = createPage([second, first])
  expect(applyEventToPages([page], createEvent(null, 7))).toEqual([{ ...page, unreadCount: 7 }])
})

test('reading lowers the number by the lines that were unread', () => {
  const read = { ...createNotificationFixture(3), isRead: true }
  const page = markPageRead(createPage([read, second, first]), ({ _id }) => _id !== first?._id)
  expect(page.data.map(({ isRead }) => isRead)).toEqual([true, true, false])
  expect(page.unreadCount).toBe(2)
})

test('a line that is on two pages is shown once', () => {
  const pages = [createPage([fourth, third], 'next'), createPage([third, first])]
  expect(flattenPages(pages)).toEqual([fourth, third, first])
})

function createPage(lines: (Notification | undefined)[], nextCursor: string | null = null) {
  return { data: lines.filter((line) => line !== undefined), unreadCount: 3, nextCursor }
}

function createEvent(latest: Notification | null | undefined, unreadCount: number) {
  return { type: 'notification' as const, unreadCount, latest: latest ?? null }
}
