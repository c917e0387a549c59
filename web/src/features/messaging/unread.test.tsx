import { getViewer, logOut } from '@dolph/contract/accounts'
import { listConversations } from '@dolph/contract/messaging'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { Layout } from '../../app/layout.tsx'
import { answer, fakeApi } from '../../testing/fake-api.ts'
import { lastSocket, socketsOpened } from '../../testing/fake-socket.ts'
import '../../testing/for-members.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { ADA, BOB, someConversation, someMessage } from '../../testing/some-message.ts'
import { someViewer } from '../../testing/some-viewer.ts'
import { useSound } from './sound.ts'

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

test('the header and the title say how many messages wait', async () => {
  openSite(3)
  expect(await screen.findByRole('link', { name: 'Messages 3 unread' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(3) Reefs · Dolph'))
})

test('a page that sets its own title does not lose the number', async () => {
  openSite(3)
  await waitFor(() => expect(document.title).toBe('(3) Reefs · Dolph'))
  document.title = 'Tide · Dolph'
  await waitFor(() => expect(document.title).toBe('(3) Tide · Dolph'))
})

test('more than 99 are not counted for the eye', async () => {
  openSite(120)
  expect(await screen.findByText('99+')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Messages 120 unread' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('(99+) Reefs · Dolph'))
})

test('where nothing waits nothing is said', async () => {
  openSite(0)
  expect(await screen.findByRole('link', { name: 'Messages' })).toBeTruthy()
  expect(document.title).toBe('Reefs · Dolph')
})

test('the mobile menu says it too', async () => {
  openSite(3)
  await screen.findByRole('link', { name: 'Messages 3 unread' })
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(menu.getByRole('link', { name: 'Messages 3 unread' })).toBeTruthy()
})

test('a message from another member counts, and sounds once however often it is heard', async () => {
  openSite(1)
  await screen.findByRole('link', { name: 'Messages 1 unread' })

  lastSocket().tell({ type: 'new_message', message: someMessage(7) })
  lastSocket().tell({ type: 'new_message', message: someMessage(7) })

  expect(await screen.findByRole('link', { name: 'Messages 2 unread' })).toBeTruthy()
  await waitFor(() => expect(played).toHaveLength(1))
  expect(played).toEqual([{ src: expect.stringContaining('chime'), volume: 0.5 }])
})

test('one’s own message from another tab neither counts nor sounds', async () => {
  openSite(1)
  await screen.findByRole('link', { name: 'Messages 1 unread' })
  lastSocket().tell({ type: 'new_message', message: someMessage(8, { sender: ADA }) })
  lastSocket().tell({ type: 'typing', userId: BOB._id, isTyping: true })
  expect(screen.getByRole('link', { name: 'Messages 1 unread' })).toBeTruthy()
  expect(played).toEqual([])
})

test('a message that was read before it was heard makes no sound', async () => {
  openSite(1)
  await screen.findByRole('link', { name: 'Messages 1 unread' })
  const { createdAt: readAt } = someMessage(12)
  lastSocket().tell({ type: 'new_message', message: someMessage(12, { read: true, readAt }) })
  lastSocket().tell({ type: 'new_message', message: someMessage(13) })
  await waitFor(() => expect(played).toHaveLength(1))
  expect(await screen.findByRole('link', { name: 'Messages 2 unread' })).toBeTruthy()
  expect(played).toHaveLength(1)
})

test('a list that was overtaken each time it was fetched is soon fetched once more', async () => {
  openSite(1)
  await screen.findByRole('link', { name: 'Messages 1 unread' })
  let asked = 0
  fakeApi.use(
    http.get(`*${listConversations.url}`, () => {
      asked += 1
      const message = someMessage(20 + asked, { sender: ADA })
      if (asked <= 3) lastSocket().tell({ type: 'new_message', message })
      const data = [someConversation(message, 4)]
      return HttpResponse.json({ success: true, data, unreadCount: 4, nextCursor: null })
    }),
  )
  lastSocket().end()
  window.dispatchEvent(new Event('online'))
  lastSocket().accept()
  await waitFor(() => expect(asked).toBe(4))
})

test('of two tabs only the one that comes first makes the sound', async () => {
  const taken = new Set(['message-sound:0198c5a0-0000-7000-8000-000000000009'])
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locksWith(taken))
  openSite(1)
  await screen.findByRole('link', { name: 'Messages 1 unread' })
  lastSocket().tell({ type: 'new_message', message: someMessage(9) })
  lastSocket().tell({ type: 'new_message', message: someMessage(10) })
  await waitFor(() => expect(played).toHaveLength(1))
  expect(taken.size).toBe(2)
})

test('the sound can be switched off', async () => {
  openSite(1)
  await screen.findByRole('link', { name: 'Messages 1 unread' })
  await userEvent.click(screen.getByRole('button', { name: 'Sound is on' }))
  lastSocket().tell({ type: 'new_message', message: someMessage(11) })
  expect(await screen.findByRole('link', { name: 'Messages 2 unread' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sound is off' })).toBeTruthy()
  expect(played).toEqual([])
})

test('reading in another tab takes the number away', async () => {
  openSite(3)
  await screen.findByRole('link', { name: 'Messages 3 unread' })
  const { _id: messageId, createdAt: timestamp } = someMessage(5)
  lastSocket().tell({ type: 'message_read', messageId, timestamp })
  expect(await screen.findByRole('link', { name: 'Messages' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Reefs · Dolph'))
})

test('whoever logs out has no connection any more, and nothing waits', async () => {
  answer(logOut, { success: true, message: 'ok' })
  openSite(3)
  await waitFor(() => expect(document.title).toBe('(3) Reefs · Dolph'))
  await userEvent.click(screen.getByRole('button', { name: 'Account of ada' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))

  await waitFor(() => expect(lastSocket().readyState).toBe(3))
  await waitFor(() => expect(document.title).toBe('Reefs · Dolph'))
  expect(socketsOpened()).toBe(1)
})

test('a visitor has no connection', () => {
  renderRoutes(SITE, '/', null)
  expect(socketsOpened()).toBe(0)
})

const SITE = [
  {
    Component: Layout,
    children: [{ path: '/:page?', handle: { title: 'Reefs' }, Component: SoundButton }],
  },
]

function SoundButton() {
  const { isOn, setOn } = useSound()
  return <button onClick={() => setOn(!isOn)}>{isOn ? 'Sound is on' : 'Sound is off'}</button>
}

/** The site as Ada sees it, connected, with so much unread, all of it from Bob. */
function openSite(unreadCount: number) {
  const viewer = someViewer()
  answer(getViewer, { success: true, _id: viewer._id, data: viewer })
  const data = [someConversation(someMessage(5), unreadCount)]
  answer(listConversations, { success: true, data, unreadCount, nextCursor: null })
  renderRoutes(SITE, '/', viewer)
  lastSocket().accept()
}

/** Locks of which some are held by another tab. */
function locksWith(taken: Set<string>): LockManager {
  const request = async (
    name: string,
    _options: unknown,
    act: (lock: Lock | null) => Promise<void>,
  ) => {
    const isFree = !taken.has(name)
    taken.add(name)
    await act(isFree ? { name, mode: 'exclusive' } : null)
  }
  return { request, query: () => Promise.resolve({}) } as unknown as LockManager
}
