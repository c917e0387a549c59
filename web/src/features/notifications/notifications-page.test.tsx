import { listNotifications, readNotifications } from '@dolph/contract/notifications/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { fakeApi, mockNetworkError, mockReply } from '../../testing/fake-api.ts'
import { createNotificationFixture } from '../../testing/fixtures/notification-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { stubIntersectionObserver } from '../../testing/stub-intersection-observer.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { NotificationsPage } from './notifications-page.tsx'

const [older, newer] = [createNotificationFixture(1), createNotificationFixture(2)]

test('all notifications are loaded page by page, each once', async () => {
  stubIntersectionObserver()
  fakeApi.use(
    http.get(`*${listNotifications.url}`, ({ request }) => {
      const isSecond = new URL(request.url).searchParams.has('cursor')
      const page = isSecond
        ? { data: [newer, older], nextCursor: null }
        : { data: [newer], nextCursor: 'next' }
      return HttpResponse.json({ success: true, unreadCount: 2, ...page })
    }),
  )
  openPage()
  await waitFor(() => expect(screen.getAllByRole('link', { name: /commented/ })).toHaveLength(2))
})

test('a line whose post is gone says so, and opening it only reads it', async () => {
  const gone = createNotificationFixture(3, { post: null, to: null })
  const calls = mockReply(readNotifications, { success: true, unreadCount: 0 })
  mockReply(listNotifications, { success: true, data: [gone], unreadCount: 1, nextCursor: null })
  const router = openPage()
  const line = await screen.findByRole('button', { name: /This project is gone/ })
  mockReply(listNotifications, {
    success: true,
    data: [{ ...gone, isRead: true }],
    unreadCount: 0,
    nextCursor: null,
  })
  await userEvent.click(line)
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /This project is gone/ })).toBeNull(),
  )
  expect(screen.getByText('This project is gone')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ ids: [gone._id] }])
  expect(router.state.location.pathname).toBe('/notifications')
})

test('lines of a kind that only a newer server knows are left out', async () => {
  const unknown = { ...older, kind: 'badge-earned', level: 3 }
  fakeApi.use(
    http.get(`*${listNotifications.url}`, () =>
      HttpResponse.json({
        success: true,
        data: [unknown, newer],
        unreadCount: 2,
        nextCursor: null,
      }),
    ),
  )
  openPage()
  await waitFor(() => expect(screen.getAllByRole('link', { name: /commented/ })).toHaveLength(1))
})

test('without notifications the page says so', async () => {
  openPage()
  expect(await screen.findByText('Nothing new. Go build something.')).toBeTruthy()
})

test('a page that cannot be loaded offers to try again', async () => {
  mockNetworkError(listNotifications)
  openPage()
  expect(await screen.findByText('Failed to load your notifications')).toBeTruthy()
  mockReply(listNotifications, { success: true, data: [newer], unreadCount: 1, nextCursor: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: /^Unread: bo commented/ })).toBeTruthy()
})

function openPage() {
  return renderPage(<NotificationsPage />, '/notifications', createViewerFixture())
}
