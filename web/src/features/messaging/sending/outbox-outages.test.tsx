import { sendMessage } from '@dolph/contract/messaging/messaging'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { setAccountSwitch } from '../../../lib/page-member.ts'
import {
  mockSyncReplies,
  mockSendMessage,
  renderBareThread,
  createOwnMessageFixture,
  getShownMessages,
} from '../../../testing/render-bare-thread.tsx'
import { mockNetworkError, fakeApi, mockRefusal } from '../../../testing/fake-api.ts'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { getTimestamp } from '../../../testing/fixtures/message-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { storeUnsentMessages, getStoredContents } from '../../../testing/stored-outbox.ts'

const NOT_SENT = 'Failed to send message. Please try again.'
const OUTAGE = { code: 'unavailable', message: 'Catching its breath' } as const

test('messages that fail on the socket in an outage are sent in order after it', async () => {
  const { user, advanceTime } = installFakeClock()
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  await user.click(getButton('Send one'))
  await user.click(getButton('Send two'))
  emitOutage()
  await waitFor(() =>
    expect(getShownMessages()).toEqual(['One | Waiting to send', 'Two | Waiting to send']),
  )

  const stored = mockSendMessage()
  await advanceTime(5000)

  await waitFor(() => expect(getShownMessages()).toEqual(['One', 'Two']))
  expect(stored.map(({ content }) => content)).toEqual(['One', 'Two'])
})

test('sending is retried after 5, 10 and then every 20 seconds while an outage lasts', async () => {
  const { user, advanceTime } = installFakeClock()
  mockSyncReplies()
  const attempts = mockRefusal(sendMessage, 503, OUTAGE)
  renderBareThread()
  getLastSocket().accept()
  await user.click(getButton('Send one'))
  emitOutage()
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Waiting to send']))

  for (const [attempt, pause] of [5000, 10_000, 20_000, 20_000].entries()) {
    await advanceTime(pause - 1000)
    expect(attempts).toHaveLength(attempt)
    await advanceTime(1000)
    await waitFor(() => expect(attempts).toHaveLength(attempt + 1))
    await waitFor(() => expect(getShownMessages()).toEqual(['One | Waiting to send']))
  }
})

test('a message stored in spite of an outage is shown once', async () => {
  const { user, advanceTime } = installFakeClock()
  const syncTimes = mockSyncReplies()
  mockRefusal(sendMessage, 503, OUTAGE)
  renderBareThread()
  getLastSocket().accept()
  await waitFor(() => expect(syncTimes.length).toBeGreaterThan(0))
  await advanceTime(100)
  await user.click(getButton('Send one'))
  emitOutage()
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Waiting to send']))

  mockSyncReplies({ messages: [createOwnMessageFixture(5, 'One')], syncTime: getTimestamp(50) })
  await advanceTime(11_000)

  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
})

test('a new message is sent after one that failed temporarily', async () => {
  mockSyncReplies()
  mockNetworkError(sendMessage)
  renderBareThread()
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Waiting to send']))

  const stored = mockSendMessage()
  await pressButton('Send two')

  await waitFor(() => expect(getShownMessages()).toEqual(['One', 'Two']))
  expect(stored.map(({ content }) => content)).toEqual(['One', 'Two'])
})

test('messages that failed temporarily in an earlier visit are sent when the conversation opens', async () => {
  mockSyncReplies()
  const stored = mockSendMessage()
  storeUnsentMessages([
    { tempId: 'temp-33333333', content: 'Stuck', failure: NOT_SENT, isRetryable: true },
    { tempId: 'temp-44444444', content: 'Refused', failure: 'User not found' },
  ])
  renderBareThread()
  await waitFor(() =>
    expect(getShownMessages()).toEqual(['Stuck', 'Refused | Failed | User not found']),
  )
  expect(stored).toEqual([{ tempId: 'temp-33333333', content: 'Stuck' }])
})

test('a request that fails after the socket has acknowledged its message does not fail the next one', async () => {
  const { user, advanceTime } = installFakeClock()
  mockSyncReplies()
  const call = mockPendingCalls()
  renderBareThread()
  getLastSocket().accept()
  await user.click(getButton('Send one'))
  await user.click(getButton('Send two'))
  await advanceTime(5100)
  await waitFor(() => expect(call.count).toBe(1))

  const { tempId } = getLastSocket().sentOfType('new_message')[0] ?? {}
  getLastSocket().receive({
    type: 'new_message',
    message: createOwnMessageFixture(1, 'One'),
    tempId,
  })
  call.fail()

  await waitFor(() => expect(getLastSocket().sentOfType('new_message')).toHaveLength(2))
  expect(getShownMessages()).toEqual(['One', 'Two | Sending...'])
})

test('a message that is refused because another member has signed in waits for its sender', async () => {
  mockSyncReplies()
  const message = 'You are now logged in as @carla. Nothing was sent.'
  mockRefusal(sendMessage, 409, { code: 'conflict', message, signedInAs: 'carla' })
  renderBareThread()
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Waiting to send']))
  expect(getStoredContents()).toEqual(['One'])

  const stored = mockSendMessage()
  setAccountSwitch(undefined)
  getLastSocket().accept()
  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(stored.map(({ content }) => content)).toEqual(['One'])
  expect(getStoredContents()).toEqual([])
})

test('refused messages of another tab stay in the storage', async () => {
  mockSyncReplies()
  mockNetworkError(sendMessage)
  renderBareThread()
  storeUnsentMessages([
    { tempId: 'temp-55555555', content: 'Elsewhere', failure: 'User not found' },
  ])
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Waiting to send']))
  expect(getStoredContents()).toEqual(['Elsewhere', 'One'])

  mockSendMessage()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(getStoredContents()).toEqual(['Elsewhere'])
})

/** Reports to the page that the server could not store the last message. */
function emitOutage(): void {
  const { tempId } = getLastSocket().sentOfType('new_message').at(-1) ?? {}
  getLastSocket().receive({ type: 'error', ...OUTAGE, tempId })
}

/** Makes send requests hang until the returned `fail` is called. */
function mockPendingCalls() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const call = { count: 0, fail: () => resolve(HttpResponse.error()) }
  fakeApi.use(
    http.post(`*${sendMessage.url}`, () => {
      call.count += 1
      return promise
    }),
  )
  return call
}

function getButton(name: string): HTMLElement {
  return screen.getByRole('button', { name })
}
