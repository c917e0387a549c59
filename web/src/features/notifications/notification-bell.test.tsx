import { getViewer } from '@dolph/contract/accounts/viewer'
import {
  listNotifications,
  readNotifications,
  type Notification,
} from '@dolph/contract/notifications/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Layout } from '../../app/layout.tsx'
import { mockNetworkError, mockReply } from '../../testing/fake-api.ts'
import { getLastSocket } from '../../testing/fake-socket.ts'
import {
  createNotificationFixture,
  QUIET_MAP,
} from '../../testing/fixtures/notification-fixtures.ts'
import '../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'

const LINE = createNotificationFixture(5)
const POST_PATH = `/posts/${QUIET_MAP._id}`

test('the bell and the title have the number, and the popover the lines', async () => {
  await renderSite([LINE], 3)
  await waitFor(() => expect(document.title).toBe('(3) Reefs · Dolph'))
  const popover = await openPopover('Notifications, 3 unread')
  const line = popover.getByRole('link', { name: /^Unread: bo commented on/ })
  expect(line.textContent).toContain('bo commented on “Quiet map”')
  expect(line.getAttribute('href')).toBe(POST_PATH)
  expect(popover.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/notifications')
})

test('without notifications the bell has no number, and the popover a suggestion', async () => {
  await renderSite([], 0)
  const popover = await openPopover('Notifications')
  expect(popover.getByText('Nothing new. Go build something.')).toBeTruthy()
  expect(popover.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('opening a line reads it, closes the popover and leads to its place', async () => {
  const calls = mockReply(readNotifications, { success: true, unreadCount: 0 })
  const router = await renderSite([{ ...LINE, to: `${POST_PATH}#comment-1` }], 1)
  const popover = await openPopover('Notifications, 1 unread')
  mockList([{ ...LINE, isRead: true }], 0)
  await userEvent.click(popover.getByRole('link', { name: /^Unread: bo commented/ }))

  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: POST_PATH, hash: '#comment-1' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.map(({ body }) => body)).toEqual([{ ids: [LINE._id] }])
})

test('all lines up to the newest that is shown are marked as read', async () => {
  const calls = mockReply(readNotifications, { success: true, unreadCount: 0 })
  await renderSite([LINE, createNotificationFixture(4)], 2)
  const popover = await openPopover('Notifications, 2 unread')
  mockList([{ ...LINE, isRead: true }], 0)
  await userEvent.click(popover.getByRole('button', { name: 'Mark all as read' }))

  await waitFor(() => expect(popover.queryByText('Unread:')).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([{ upTo: LINE.at }])
  await waitFor(() => expect(document.title).toBe('Reefs · Dolph'))
})

test('an event updates the number and the lines without a request', async () => {
  await renderSite([LINE], 1)
  const popover = await openPopover('Notifications, 1 unread')
  const latest = createNotificationFixture(6, { count: 200 })
  getLastSocket().receive({ type: 'notification', unreadCount: 2, latest })

  await waitFor(() => expect(document.title).toBe('(2) Reefs · Dolph'))
  const links = popover.getAllByRole('link', { name: /^Unread/ })
  expect(links.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('200 new comments on “Quiet map”, by bo'),
    expect.stringContaining('bo commented on “Quiet map”'),
  ])
})

test('what another tab has read is read here too', async () => {
  await renderSite([LINE], 1)
  await screen.findByRole('button', { name: 'Notifications, 1 unread' })
  mockList([{ ...LINE, isRead: true }], 0)
  getLastSocket().receive({ type: 'notification', unreadCount: 0, latest: null })
  const popover = await openPopover('Notifications')
  expect(await popover.findByRole('link', { name: /^bo commented/ })).toBeTruthy()
})

test('after a reconnect the list is asked for again', async () => {
  await renderSite([], 0)
  mockList([LINE], 1)
  getLastSocket().disconnect()
  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
})

test('opening the page that a line leads to reads it', async () => {
  const calls = mockReply(readNotifications, { success: true, unreadCount: 0 })
  const router = await renderSite([{ ...LINE, to: `${POST_PATH}#comment-1` }], 1)
  await screen.findByRole('button', { name: 'Notifications, 1 unread' })
  mockList([{ ...LINE, isRead: true }], 0)
  await router.navigate(POST_PATH)
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ ids: [LINE._id] }])
})

test('opening a post reads its lines, also those that are older than the newest', async () => {
  const calls = mockReply(readNotifications, { success: true, unreadCount: 11 })
  const router = await renderSite([createNotificationFixture(5, { to: '/settings/decisions' })], 12)
  await screen.findByRole('button', { name: 'Notifications, 12 unread' })
  mockList([], 11)
  await router.navigate(POST_PATH)
  expect(await screen.findByRole('button', { name: 'Notifications, 11 unread' })).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ post: QUIET_MAP._id }])
})

test('a list that cannot be loaded can be asked for again', async () => {
  mockNetworkError(listNotifications)
  await renderSite()
  const popover = await openPopover('Notifications')
  expect(await popover.findByText('Failed to load your notifications')).toBeTruthy()
  mockList([LINE], 1)
  await userEvent.click(popover.getByRole('button', { name: 'Try Again' }))
  expect(await popover.findByRole('link', { name: /^Unread: bo/ })).toBeTruthy()
})

test('Escape closes the popover and gives the focus back to the bell', async () => {
  await renderSite([LINE], 1)
  await openPopover('Notifications, 1 unread')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const bell = screen.getByRole('button', { name: 'Notifications, 1 unread' })
  await waitFor(() => expect(document.activeElement).toBe(bell))
})

test('on a phone the bell leads to the page', async () => {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    real(query.includes('min-width') ? 'not all' : query),
  )
  await renderSite([LINE], 100)
  const bell = await screen.findByRole('link', { name: 'Notifications, 99+ unread' })
  expect(bell.getAttribute('href')).toBe('/notifications')
  vi.restoreAllMocks()
})

const SITE = [
  {
    Component: Layout,
    children: [{ path: '*', handle: { title: 'Reefs' }, element: <p>A page</p> }],
  },
]

async function renderSite(lines?: Notification[], unreadCount = 0) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const viewer = createViewerFixture()
  mockReply(getViewer, { success: true, _id: viewer._id, data: viewer })
  if (lines) mockList(lines, unreadCount)
  const router = renderRoutes(SITE, '/', viewer)
  getLastSocket().accept()
  await screen.findByText('A page')
  return router
}

function mockList(data: Notification[], unreadCount: number) {
  mockReply(listNotifications, { success: true, data, unreadCount, nextCursor: null })
}

async function openPopover(bellName: string) {
  await userEvent.click(await screen.findByRole('button', { name: bellName }))
  return within(await screen.findByRole('dialog', { name: 'Notifications' }))
}
