import { logOut } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { listConversations } from '@dolph/contract/messaging/messaging'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { Layout } from '../../app/layout.tsx'
import { mockReply, fakeApi } from '../../testing/fake-api.ts'
import { getLastSocket, countOpenedSockets } from '../../testing/fake-socket.ts'
import '../../testing/preload-member-modules.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import {
  ADA,
  BOB,
  createConversationFixture,
  createMessageFixture,
} from '../../testing/fixtures/message-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { useMessageSound } from './receiving/message-sound.ts'

const played: { src: string; volume: number }[] = []

beforeEach(() => {
  played.length = 0
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    played.push({ src: this.src, volume: this.volume })
    return Promise.resolve()
  })
})

test('the header and the title show the unread count', async () => {
  renderSite(3)
  expect(await getHeader().findByRole('link', { name: 'Messages 3 unread' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(3) Reefs · Dolph'))
})

test('a page that sets its own title keeps the unread count', async () => {
  renderSite(3)
  await waitFor(() => expect(document.title).toBe('(3) Reefs · Dolph'))
  document.title = 'Tide · Dolph'
  await waitFor(() => expect(document.title).toBe('(3) Tide · Dolph'))
})

test('counts above 99 are shown as 99+', async () => {
  renderSite(120)
  expect(await getHeader().findByText('99+')).toBeTruthy()
  expect(getHeader().getByRole('link', { name: 'Messages 120 unread' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(99+) Reefs · Dolph'))
})

test('no count is shown without unread messages', async () => {
  renderSite(0)
  expect(await getHeader().findByRole('link', { name: 'Messages' })).toBeTruthy()
  expect(document.title).toBe('Reefs · Dolph')
})

test('the bar of a phone shows the unread count too', async () => {
  renderSite(3)
  const bar = within(await screen.findByRole('navigation', { name: 'Main pages' }))
  expect(await bar.findByRole('link', { name: 'Messages 3 unread' })).toBeTruthy()
})

test('a message from another member counts, and plays one sound however often it arrives', async () => {
  renderSite(1)
  await getHeader().findByRole('link', { name: 'Messages 1 unread' })

  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(7) })
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(7) })

  expect(await getHeader().findByRole('link', { name: 'Messages 2 unread' })).toBeTruthy()
  await waitFor(() => expect(played).toHaveLength(1))
  expect(played).toEqual([{ src: expect.stringContaining('chime'), volume: 0.5 }])
})

test('one’s own message from another tab neither counts nor plays a sound', async () => {
  renderSite(1)
  await getHeader().findByRole('link', { name: 'Messages 1 unread' })
  getLastSocket().receive({
    type: 'new_message',
    message: createMessageFixture(8, { sender: ADA }),
  })
  getLastSocket().receive({ type: 'typing', userId: BOB._id, isTyping: true })
  expect(getHeader().getByRole('link', { name: 'Messages 1 unread' })).toBeTruthy()
  expect(played).toEqual([])
})

test('a message read before it arrives plays no sound', async () => {
  renderSite(1)
  await getHeader().findByRole('link', { name: 'Messages 1 unread' })
  const { createdAt: readAt } = createMessageFixture(12)
  getLastSocket().receive({
    type: 'new_message',
    message: createMessageFixture(12, { read: true, readAt }),
  })
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(13) })
  await waitFor(() => expect(played).toHaveLength(1))
  expect(await getHeader().findByRole('link', { name: 'Messages 2 unread' })).toBeTruthy()
  expect(played).toHaveLength(1)
})

test('a list outdated by events during each fetch is fetched once more', async () => {
  renderSite(1)
  await getHeader().findByRole('link', { name: 'Messages 1 unread' })
  let requestCount = 0
  fakeApi.use(
    http.get(`*${listConversations.url}`, () => {
      requestCount += 1
      const message = createMessageFixture(20 + requestCount, { sender: ADA })
      if (requestCount <= 3) getLastSocket().receive({ type: 'new_message', message })
      const data = [createConversationFixture(message, 4)]
      return HttpResponse.json({ success: true, data, unreadCount: 4, nextCursor: null })
    }),
  )
  getLastSocket().disconnect()
  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()
  await waitFor(() => expect(requestCount).toBe(4))
})

test('only the first of two tabs plays the sound', async () => {
  const heldLocks = new Set(['message-sound:0198c5a0-0000-7000-8000-000000000009'])
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(createFakeLocks(heldLocks))
  renderSite(1)
  await getHeader().findByRole('link', { name: 'Messages 1 unread' })
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(9) })
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(10) })
  await waitFor(() => expect(played).toHaveLength(1))
  expect(heldLocks.size).toBe(2)
})

test('the sound can be switched off', async () => {
  renderSite(1)
  await getHeader().findByRole('link', { name: 'Messages 1 unread' })
  await userEvent.click(screen.getByRole('button', { name: 'Sound is on' }))
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(11) })
  expect(await getHeader().findByRole('link', { name: 'Messages 2 unread' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sound is off' })).toBeTruthy()
  expect(played).toEqual([])
})

test('reading in another tab resets the unread count', async () => {
  renderSite(3)
  await getHeader().findByRole('link', { name: 'Messages 3 unread' })
  const { _id: messageId, createdAt: timestamp } = createMessageFixture(5)
  getLastSocket().receive({ type: 'message_read', messageId, timestamp })
  expect(await getHeader().findByRole('link', { name: 'Messages' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Reefs · Dolph'))
})

test('logging out closes the connection and removes the unread count', async () => {
  mockReply(logOut, { success: true, message: 'ok' })
  renderSite(3)
  await waitFor(() => expect(document.title).toBe('(3) Reefs · Dolph'))
  await userEvent.click(screen.getByRole('button', { name: 'Account of ada' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))

  await waitFor(() => expect(getLastSocket().readyState).toBe(3))
  await waitFor(() => expect(document.title).toBe('Reefs · Dolph'))
  expect(countOpenedSockets()).toBe(1)
})

test('a visitor has no connection', () => {
  renderRoutes(SITE, '/', null)
  expect(countOpenedSockets()).toBe(0)
})

const SITE = [
  {
    Component: Layout,
    children: [{ path: '/:page?', handle: { title: 'Reefs' }, Component: SoundButton }],
  },
]

/** The bar of phones has the same link, and styles alone hide one of them. */
function getHeader() {
  return within(screen.getByRole('banner'))
}

function SoundButton() {
  const { isOn, setOn } = useMessageSound()
  return <button onClick={() => setOn(!isOn)}>{isOn ? 'Sound is on' : 'Sound is off'}</button>
}

/** Renders the site for Ada, connected, with this many unread messages from Bob. */
function renderSite(unreadCount: number) {
  const viewer = createViewerFixture()
  mockReply(getViewer, { success: true, _id: viewer._id, data: viewer })
  const data = [createConversationFixture(createMessageFixture(5), unreadCount)]
  mockReply(listConversations, { success: true, data, unreadCount, nextCursor: null })
  renderRoutes(SITE, '/', viewer)
  getLastSocket().accept()
}

/** A lock manager in which other tabs hold the locks in `heldLocks`. */
function createFakeLocks(heldLocks: Set<string>): LockManager {
  const request = async (
    name: string,
    _options: unknown,
    callback: (lock: Lock | null) => Promise<void>,
  ) => {
    const isFree = !heldLocks.has(name)
    heldLocks.add(name)
    await callback(isFree ? { name, mode: 'exclusive' } : null)
  }
  return { request, query: () => Promise.resolve({}) } as unknown as LockManager
}
