import { logOut } from '@dolph/contract/accounts/accounts'
import { getViewer, type Viewer } from '@dolph/contract/accounts/viewer'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../features/accounts/session/session.ts'
import { MessagesPage } from '../features/messaging/messages-page.tsx'
import { mockDelayedReply, mockRefusal, mockReply } from '../testing/fake-api.ts'
import { getLastSocket } from '../testing/fake-socket.ts'
import { hidePage, pressButton } from '../testing/form-helpers.ts'
import { BOB, createMessageFixture } from '../testing/fixtures/message-fixtures.ts'
import '../testing/preload-member-modules.ts'
import { createOwnMessageFixture } from '../testing/render-bare-thread.tsx'
import {
  BOB_CONVERSATION_PATH,
  getComposer,
  mockMessages,
} from '../testing/render-messages-page.tsx'
import { renderRoutes } from '../testing/render-page.tsx'
import { createViewerFixture } from '../testing/fixtures/viewer-fixtures.ts'
import { Layout } from './layout.tsx'
import { RequireSignIn } from './routes/require-sign-in.tsx'

const ada = createViewerFixture()
const cid = createViewerFixture({ _id: '0198c5a0-0000-7000-8000-00000000000c', userName: 'cid' })

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

/** How Ada leaves the tab, and Cid comes. */
const SWITCHES = [
  ['in the same tab', logOutHere, signInHere],
  ['in another tab', logOutElsewhere, signInElsewhere],
] as const

test.each(SWITCHES)(
  'nothing of one member’s messages is left for the next one, who signs in %s',
  async (_, leave, enter) => {
    const router = openConversation()
    await showEverythingToAda()

    await leave()
    await screen.findByRole('button', { name: 'Sign in as cid' })
    mockMessages([])
    await enter()
    await screen.findByRole('button', { name: 'Account of cid' })
    await router.navigate(BOB_CONVERSATION_PATH)

    expect(await screen.findByText('Say hello to bob')).toBeTruthy()
    expect(getComposer().value).toBe('')
    getLastSocket().accept()
    expect(getLastSocket().sentOfType('auth')).toMatchObject([{ userId: cid._id }])
    expectNothingOfAda()
    hidePage()
    expectOnlyNameOfCid()
  },
)

test('a reply to what one member sent is not shown to the next one', async () => {
  const answer = mockDelayedReply(sendMessage, () => createOwnMessageFixture(9, 'Ada’s words'), 201)
  const router = openConversation()
  await screen.findByText('For Ada only')
  await userEvent.type(getComposer(), 'Ada’s words{Enter}')
  await screen.findByText('Sending...')

  await logOutHere()
  await screen.findByRole('button', { name: 'Sign in as cid' })
  mockMessages([])
  await signInHere()
  await router.navigate(BOB_CONVERSATION_PATH)
  await screen.findByText('Say hello to bob')
  answer()
  getLastSocket().accept()
  await waitFor(() => expect(screen.queryByText('Connecting…')).toBeNull())

  expectNothingOfAda()
  expectOnlyNameOfCid()
})

function openConversation() {
  answerAs(ada)
  mockMessages([createMessageFixture(1, { content: 'For Ada only' })])
  return renderRoutes(
    [
      {
        Component: Layout,
        children: [
          { path: '/login', Component: LoginPage },
          {
            Component: RequireSignIn,
            children: [{ path: '/messages/:userId?', Component: MessagesPage }],
          },
        ],
      },
    ],
    BOB_CONVERSATION_PATH,
    ada,
  )
}

function LoginPage() {
  const client = useQueryClient()
  return <button onClick={() => void startSession(client)}>Sign in as cid</button>
}

/** A message, presence, typing, a failed message and a draft. */
async function showEverythingToAda() {
  mockRefusal(sendMessage, 404, { code: 'not-found', message: 'User not found' })
  await screen.findByText('For Ada only')
  await userEvent.type(getComposer(), 'Ada’s words{Enter}')
  await screen.findByText('Failed')
  await userEvent.type(getComposer(), 'Ada’s draft')
  getLastSocket().accept()
  getLastSocket().receive({
    type: 'user_status',
    userId: BOB._id,
    status: 'online',
    lastSeen: null,
  })
  getLastSocket().receive({ type: 'typing', userId: BOB._id, isTyping: true })
  expect(await screen.findByText('Online')).toBeTruthy()
  expect(await screen.findByText('bob is typing…')).toBeTruthy()
}

function expectNothingOfAda() {
  expect(screen.queryByText(/Ada/)).toBeNull()
  expect(screen.queryByText('Failed')).toBeNull()
  expect(screen.queryByText('Online')).toBeNull()
  expect(screen.queryByText('bob is typing…')).toBeNull()
}

/** The device knows the next member for the header, and nothing else of either. */
function expectOnlyNameOfCid() {
  expect(Object.keys(localStorage)).toEqual(['last-member'])
  expect(JSON.parse(localStorage.getItem('last-member') ?? '')).toMatchObject({ userName: 'cid' })
}

async function logOutHere() {
  mockReply(logOut, { success: true, message: 'ok' })
  await pressButton('Account of ada')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
}

async function signInHere() {
  answerAs(cid)
  await pressButton('Sign in as cid')
}

async function logOutElsewhere() {
  mockRefusal(getViewer, 401, { code: 'not-signed-in', message: 'Please log in' })
  await broadcastFromOtherTab('signed-out')
}

async function signInElsewhere() {
  document.cookie = 'signed-in=1; Path=/'
  answerAs(cid)
  await broadcastFromOtherTab('changed')
}

function answerAs(viewer: Viewer) {
  mockReply(getViewer, { success: true, _id: viewer._id, data: viewer })
}

async function broadcastFromOtherTab(event: string) {
  const otherTab = new BroadcastChannel('session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  otherTab.postMessage(event)
  otherTab.close()
}
