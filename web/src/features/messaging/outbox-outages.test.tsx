import { sendMessage } from '@dolph/contract/messaging'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import {
  mockSyncReplies,
  mockSendMessage,
  renderBareThread,
  createOwnMessageFixture,
  getShownMessages,
} from '../../testing/render-bare-thread.tsx'
import { mockNetworkError, fakeApi, mockRefusal } from '../../testing/fake-api.ts'
import { getLastSocket } from '../../testing/fake-socket.ts'
import { pressButton } from '../../testing/form-helpers.ts'
import { getTimestamp } from '../../testing/message-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { storeUnsentMessages, getStoredContents } from '../../testing/stored-outbox.ts'

const NOT_SENT = 'Failed to send message. Please try again.'
const OUTAGE = { code: 'unavailable', message: 'Catching its breath' } as const

test('an outage that is heard on the socket passes: all wait for it, and go in their order', async () => {
  const { user, pass } = installFakeClock()
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  await user.click(getButton('Send one'))
  await user.click(getButton('Send two'))
  emitOutage()
  await waitFor(() =>
    expect(getShownMessages()).toEqual([
      `One | Failed | ${OUTAGE.message}`,
      `Two | Failed | ${OUTAGE.message}`,
    ]),
  )

  const kept = mockSendMessage()
  await pass(5000)

  await waitFor(() => expect(getShownMessages()).toEqual(['One', 'Two']))
  expect(kept.map(({ content }) => content)).toEqual(['One', 'Two'])
})

test('while the outage lasts it is tried after 5, 10 and then every 20 seconds', async () => {
  const { user, pass } = installFakeClock()
  mockSyncReplies()
  const tried = mockRefusal(sendMessage, 503, OUTAGE)
  renderBareThread()
  getLastSocket().accept()
  await user.click(getButton('Send one'))
  emitOutage()
  await waitFor(() => expect(getShownMessages()).toEqual([`One | Failed | ${OUTAGE.message}`]))

  for (const [nth, pause] of [5000, 10_000, 20_000, 20_000].entries()) {
    await pass(pause - 1000)
    expect(tried).toHaveLength(nth)
    await pass(1000)
    await waitFor(() => expect(tried).toHaveLength(nth + 1))
    await waitFor(() => expect(getShownMessages()).toEqual([`One | Failed | ${OUTAGE.message}`]))
  }
})

test('what was kept in spite of the outage is shown once', async () => {
  const { user, pass } = installFakeClock()
  const asked = mockSyncReplies()
  mockRefusal(sendMessage, 503, OUTAGE)
  renderBareThread()
  getLastSocket().accept()
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  await pass(100)
  await user.click(getButton('Send one'))
  emitOutage()
  await waitFor(() => expect(getShownMessages()).toEqual([`One | Failed | ${OUTAGE.message}`]))

  mockSyncReplies({ messages: [createOwnMessageFixture(5, 'One')], syncTime: getTimestamp(50) })
  await pass(11_000)

  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
})

test('a new message does not overtake one that is stuck', async () => {
  mockSyncReplies()
  mockNetworkError(sendMessage)
  renderBareThread()
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual([`One | Failed | ${NOT_SENT}`]))

  const kept = mockSendMessage()
  await pressButton('Send two')

  await waitFor(() => expect(getShownMessages()).toEqual(['One', 'Two']))
  expect(kept.map(({ content }) => content)).toEqual(['One', 'Two'])
})

test('what was stuck at an earlier visit is sent on opening', async () => {
  mockSyncReplies()
  const kept = mockSendMessage()
  storeUnsentMessages([
    { tempId: 'temp-33333333', content: 'Stuck', failure: NOT_SENT, isPassing: true },
    { tempId: 'temp-44444444', content: 'Refused', failure: 'User not found' },
  ])
  renderBareThread()
  await waitFor(() =>
    expect(getShownMessages()).toEqual(['Stuck', 'Refused | Failed | User not found']),
  )
  expect(kept).toEqual([{ tempId: 'temp-33333333', content: 'Stuck' }])
})

test('a call that fails after the socket has confirmed its message fails nobody else', async () => {
  const { user, pass } = installFakeClock()
  mockSyncReplies()
  const call = mockPendingCalls()
  renderBareThread()
  getLastSocket().accept()
  await user.click(getButton('Send one'))
  await user.click(getButton('Send two'))
  await pass(5100)
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

test('what failed in another tab stays on the device', async () => {
  mockSyncReplies()
  mockNetworkError(sendMessage)
  renderBareThread()
  storeUnsentMessages([
    { tempId: 'temp-55555555', content: 'Elsewhere', failure: 'User not found' },
  ])
  await pressButton('Send one')
  await waitFor(() => expect(getShownMessages()).toEqual([`One | Failed | ${NOT_SENT}`]))
  expect(getStoredContents()).toEqual(['Elsewhere', 'One'])

  mockSendMessage()
  await pressButton('Retry')
  await waitFor(() => expect(getShownMessages()).toEqual(['One']))
  expect(getStoredContents()).toEqual(['Elsewhere'])
})

/** The server could not keep what was said last. */
function emitOutage(): void {
  const { tempId } = getLastSocket().sentOfType('new_message').at(-1) ?? {}
  getLastSocket().receive({ type: 'error', ...OUTAGE, tempId })
}

/** Calls that send are made, and end only when they are told to fail. */
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
