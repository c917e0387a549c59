import { sendMessage } from '@dolph/contract/messaging'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mockNetworkError, fakeApi, mockRefusal } from '../../testing/fake-api.ts'
import {
  mockSyncReplies,
  mockSendMessage,
  renderBareThread,
  createOwnMessageFixture,
  getShownMessages,
} from '../../testing/render-bare-thread.tsx'
import { getLastSocket } from '../../testing/fake-socket.ts'
import { pressButton } from '../../testing/form-helpers.ts'
import { storeUnsentMessages, getStoredContents } from '../../testing/stored-outbox.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'

const NOT_SENT = 'Failed to send message. Please try again.'

test('a message goes out on the socket, and is there when the server says so', async () => {
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

test('a message that nobody confirms in five seconds is sent by HTTP under the same name', async () => {
  const { user, pass } = installFakeClock()
  mockSyncReplies()
  const kept = mockSendMessage()
  renderBareThread()
  getLastSocket().accept()

  await user.click(screen.getByRole('button', { name: 'Send one' }))
  await pass(4900)
  expect(kept).toEqual([])
  await pass(200)

  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(kept.map(({ tempId }) => tempId)).toEqual([
    getLastSocket().sentOfType('new_message')[0]?.tempId,
  ])
})

test('a connection that is lost meanwhile is not waited for', async () => {
  mockSyncReplies()
  const kept = mockSendMessage()
  renderBareThread()
  getLastSocket().accept()
  await pressButton('Send one')
  getLastSocket().disconnect()
  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(kept).toHaveLength(1)
})

test('several messages go one after the other, and arrive in their order', async () => {
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  await pressButton('Send one')
  await pressButton('Send two')
  expect(getSentContents()).toEqual(['One'])

  confirmLast(1)
  await waitFor(() => expect(getSentContents()).toEqual(['One', 'Two']))
  expect(getShownMessages()).toEqual(['One', 'Two | Sending...'])
  confirmLast(2)

  await waitFor(() => expect(getShownMessages()).toEqual(['One', 'Two']))
})

test('what the server refuses is shown with its own words, and the next one goes on', async () => {
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

test('words of the server come by HTTP too', async () => {
  mockSyncReplies()
  mockRefusal(sendMessage, 429, { code: 'too-many-requests', message: 'Slow down a little' })
  renderBareThread()
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual(['One | Failed | Slow down a little']))
})

test('what could not be sent stays in its order, and Retry sends it under the same name', async () => {
  mockSyncReplies()
  const tried = mockLostReplies()
  renderBareThread()
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual([`One | Failed | ${NOT_SENT}`]))

  const kept = mockSendMessage()
  await pressButton('Retry')

  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(kept.map(({ tempId }) => tempId)).toEqual(tried)
})

test('offline a message fails at once, and is sent when there is a connection again, in order', async () => {
  mockSyncReplies()
  const kept = mockSendMessage()
  renderBareThread()
  getLastSocket().accept()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await pressButton('Send one')
  await pressButton('Send two')
  await waitFor(() =>
    expect(getShownMessages()).toEqual([
      `One | Failed | ${NOT_SENT}`,
      `Two | Failed | ${NOT_SENT}`,
    ]),
  )
  expect(kept).toEqual([])

  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()

  await waitFor(() => expect(getShownMessages()).toEqual(['One', 'Two']))
  expect(kept.map(({ content }) => content)).toEqual(['One', 'Two'])
})

test('a reload keeps what failed, and sends what was under way once more', async () => {
  mockSyncReplies()
  storeUnsentMessages([
    { tempId: 'temp-11111111', content: 'Refused', failure: 'User not found' },
    { tempId: 'temp-22222222', content: 'Under way' },
  ])
  const kept = mockSendMessage()

  renderBareThread()

  await waitFor(() =>
    expect(getShownMessages()).toEqual(['Under way', 'Refused | Failed | User not found']),
  )
  expect(kept).toEqual([{ tempId: 'temp-22222222', content: 'Under way' }])
})

test('a message that failed is on the device until it is sent', async () => {
  mockSyncReplies()
  mockNetworkError(sendMessage)
  renderBareThread()
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual([`One | Failed | ${NOT_SENT}`]))
  expect(getStoredContents()).toEqual(['One'])

  mockSendMessage()
  await pressButton('Retry')
  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(getStoredContents()).toEqual([])
})

/** The server keeps the message, but nobody hears of it; gives the names that were tried. */
function mockLostReplies(): string[] {
  const tried: string[] = []
  fakeApi.use(
    http.post(`*${sendMessage.url}`, async ({ request }) => {
      const { tempId } = (await request.json()) as { tempId: string }
      tried.push(tempId)
      return HttpResponse.error()
    }),
  )
  onTestFinished(() => void tried.splice(0))
  return tried
}

function getSentContents(): string[] {
  return getLastSocket()
    .sentOfType('new_message')
    .map(({ content }) => content)
}

function confirmLast(nth: number): void {
  const sent = getLastSocket().sentOfType('new_message').at(-1)
  const message = createOwnMessageFixture(nth, sent?.content ?? '')
  getLastSocket().receive({ type: 'new_message', message, tempId: sent?.tempId ?? '' })
}
