import { sendMessage } from '@dolph/contract/messaging/messaging'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mockNetworkError, fakeApi, mockRefusal } from '../../../testing/fake-api.ts'
import {
  mockSyncReplies,
  mockSendMessage,
  renderBareThread,
  createOwnMessageFixture,
  getShownMessages,
} from '../../../testing/render-bare-thread.tsx'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { storeUnsentMessages, getStoredContents } from '../../../testing/stored-outbox.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'

test('a message is sent on the socket, and shown as sent once the server acknowledges it', async () => {
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()

  await pressButton('Send one')
  expect(getShownMessages()).toEqual(['One | Sending...'])
  const [sent] = getLastSocket().sentOfType('new_message')
  expect(sent).toMatchObject({ content: 'One', tempId: expect.stringMatching(/^temp-[\w-]{36}$/) })
  getLastSocket().receive({
    type: 'new_message',
    message: createOwnMessageFixture(5, 'One'),
    ...(sent?.tempId !== undefined && { tempId: sent.tempId }),
  })

  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
})

test('a message not acknowledged within five seconds is sent by HTTP with the same tempId', async () => {
  const { user, advanceTime } = installFakeClock()
  mockSyncReplies()
  const stored = mockSendMessage()
  renderBareThread()
  getLastSocket().accept()

  await user.click(screen.getByRole('button', { name: 'Send one' }))
  await advanceTime(4900)
  expect(stored).toEqual([])
  await advanceTime(200)

  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(stored.map(({ tempId }) => tempId)).toEqual([
    getLastSocket().sentOfType('new_message')[0]?.tempId,
  ])
})

test('a message is sent by HTTP at once when the connection is lost', async () => {
  mockSyncReplies()
  const stored = mockSendMessage()
  renderBareThread()
  getLastSocket().accept()
  await pressButton('Send one')
  getLastSocket().disconnect()
  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(stored).toHaveLength(1)
})

test('several messages are sent one after the other, in their order', async () => {
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  await pressButton('Send one')
  await pressButton('Send two')
  expect(getSentContents()).toEqual(['One'])

  acknowledgeLast(1)
  await waitFor(() => expect(getSentContents()).toEqual(['One', 'Two']))
  expect(getShownMessages()).toEqual(['One', 'Two | Sending...'])
  acknowledgeLast(2)

  await waitFor(() => expect(getShownMessages()).toEqual(['One', 'Two']))
})

test('a refused message shows the error of the server, and the next one is sent', async () => {
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  await pressButton('Send one')
  await pressButton('Send two')

  const tempId = getLastSocket().sentOfType('new_message')[0]?.tempId ?? ''
  getLastSocket().receive({ type: 'error', code: 'not-found', message: 'User not found', tempId })

  await waitFor(() =>
    expect(getShownMessages()).toEqual(['One | Failed | User not found', 'Two | Sending...']),
  )
})

test('a message refused by HTTP shows the error of the server too', async () => {
  mockSyncReplies()
  mockRefusal(sendMessage, 404, { code: 'not-found', message: 'User not found' })
  renderBareThread()
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Failed | User not found']))
})

test('Retry sends a refused message with the same tempId', async () => {
  mockSyncReplies()
  const refused = mockRefusal(sendMessage, 403, { code: 'forbidden', message: 'Not now' })
  renderBareThread()
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Failed | Not now']))

  const stored = mockSendMessage()
  await pressButton('Retry')

  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(refused.map(({ body }) => body)).toMatchObject(stored)
})

test.each([
  ['a rate limit', 429, 'too-many-requests'],
  ['an error of the server', 500, 'internal'],
  ['an outage', 503, 'unavailable'],
] as const)('a message waits after %s, and is sent later by itself', async (_, status, code) => {
  const { user, advanceTime } = installFakeClock()
  mockSyncReplies()
  const attempts = mockRefusal(sendMessage, status, { code, message: 'Not now' })
  renderBareThread()
  await user.click(screen.getByRole('button', { name: 'Send one' }))
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Waiting to send']))

  const stored = mockSendMessage()
  await advanceTime(5000)

  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(attempts.map(({ body }) => body)).toMatchObject(stored)
})

test('a message whose call fails waits although the browser says that it is online', async () => {
  const { user, advanceTime } = installFakeClock()
  mockSyncReplies()
  const attempts = mockLostReplies()
  renderBareThread()
  await user.click(screen.getByRole('button', { name: 'Send one' }))
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Waiting to send']))
  expect(navigator.onLine).toBe(true)

  const stored = mockSendMessage()
  await advanceTime(5000)

  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  // The lost call was sent once more before the message waited.
  const [tempId] = stored.map((message) => message.tempId)
  expect([stored.length, attempts]).toEqual([1, [tempId, tempId]])
})

test('messages wait offline, and are sent in order after the reconnect', async () => {
  mockSyncReplies()
  const stored = mockSendMessage()
  renderBareThread()
  getLastSocket().accept()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await pressButton('Send one')
  await pressButton('Send two')
  await waitFor(() =>
    expect(getShownMessages()).toEqual(['One | Waiting to send', 'Two | Waiting to send']),
  )
  expect(stored).toEqual([])

  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()

  await waitFor(() => expect(getShownMessages()).toEqual(['One', 'Two']))
  expect(stored.map(({ content }) => content)).toEqual(['One', 'Two'])
})

test('a reload keeps refused messages, and sends pending ones again', async () => {
  mockSyncReplies()
  storeUnsentMessages([
    { tempId: 'temp-11111111', content: 'Refused', failure: 'User not found' },
    { tempId: 'temp-22222222', content: 'Under way' },
  ])
  const stored = mockSendMessage()

  renderBareThread()

  await waitFor(() =>
    expect(getShownMessages()).toEqual(['Under way', 'Refused | Failed | User not found']),
  )
  expect(stored).toEqual([{ tempId: 'temp-22222222', content: 'Under way' }])
})

test('a waiting message stays in the storage until it is sent', async () => {
  mockSyncReplies()
  mockNetworkError(sendMessage)
  renderBareThread()
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Waiting to send']))
  expect(getStoredContents()).toEqual(['One'])

  mockSendMessage()
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(getStoredContents()).toEqual([])
})

/** Makes sending fail after the request has arrived; returns the tempIds of the attempts. */
function mockLostReplies(): string[] {
  const attempts: string[] = []
  fakeApi.use(
    http.post(`*${sendMessage.url}`, async ({ request }) => {
      const { tempId } = (await request.json()) as { tempId: string }
      attempts.push(tempId)
      return HttpResponse.error()
    }),
  )
  onTestFinished(() => void attempts.splice(0))
  return attempts
}

function getSentContents(): string[] {
  return getLastSocket()
    .sentOfType('new_message')
    .map(({ content }) => content)
}

function acknowledgeLast(sequence: number): void {
  const sent = getLastSocket().sentOfType('new_message').at(-1)
  const message = createOwnMessageFixture(sequence, sent?.content ?? '')
  getLastSocket().receive({ type: 'new_message', message, tempId: sent?.tempId ?? '' })
}
