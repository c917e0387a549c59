import { sendMessage } from '@dolph/contract/messaging'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cutOff, fakeApi, refuse } from '../../testing/fake-api.ts'
import { answerSyncs, keepSent, openThread, ownMessage, shown } from '../../testing/bare-thread.tsx'
import { lastSocket } from '../../testing/fake-socket.ts'
import { press } from '../../testing/fill-in.ts'
import { keepOnDevice, textsOnDevice } from '../../testing/unsent-on-device.ts'
import { holdTime } from '../../testing/time.ts'

const NOT_SENT = 'Failed to send message. Please try again.'

test('a message goes out on the socket, and is there when the server says so', async () => {
  answerSyncs()
  openThread()
  lastSocket().accept()

  await press('Send one')
  expect(shown()).toEqual(['One | Sending...'])
  const [sent] = lastSocket().saidOf('new_message')
  expect(sent).toMatchObject({ content: 'One', tempId: expect.stringMatching(/^temp-[\w-]{36}$/) })
  lastSocket().tell({
    type: 'new_message',
    message: ownMessage(5, 'One'),
    ...(sent?.tempId !== undefined && { tempId: sent.tempId }),
  })

  await waitFor(() => expect(shown()).toEqual(['One']))
})

test('a message that nobody confirms in five seconds is sent by HTTP under the same name', async () => {
  const { user, pass } = holdTime()
  answerSyncs()
  const kept = keepSent()
  openThread()
  lastSocket().accept()

  await user.click(screen.getByRole('button', { name: 'Send one' }))
  await pass(4900)
  expect(kept).toEqual([])
  await pass(200)

  await waitFor(() => expect(shown()).toEqual(['One']))
  expect(kept.map(({ tempId }) => tempId)).toEqual([lastSocket().saidOf('new_message')[0]?.tempId])
})

test('a connection that is lost meanwhile is not waited for', async () => {
  answerSyncs()
  const kept = keepSent()
  openThread()
  lastSocket().accept()
  await press('Send one')
  lastSocket().end()
  await waitFor(() => expect(shown()).toEqual(['One']))
  expect(kept).toHaveLength(1)
})

test('several messages go one after the other, and arrive in their order', async () => {
  answerSyncs()
  openThread()
  lastSocket().accept()
  await press('Send one')
  await press('Send two')
  expect(said()).toEqual(['One'])

  confirmLast(1)
  await waitFor(() => expect(said()).toEqual(['One', 'Two']))
  expect(shown()).toEqual(['One', 'Two | Sending...'])
  confirmLast(2)

  await waitFor(() => expect(shown()).toEqual(['One', 'Two']))
})

test('what the server refuses is shown with its own words, and the next one goes on', async () => {
  answerSyncs()
  openThread()
  lastSocket().accept()
  await press('Send one')
  await press('Send two')

  const tempId = lastSocket().saidOf('new_message')[0]?.tempId ?? ''
  lastSocket().tell({ type: 'error', code: 'not-found', message: 'User not found', tempId })

  await waitFor(() =>
    expect(shown()).toEqual(['One | Failed | User not found', 'Two | Sending...']),
  )
})

test('words of the server come by HTTP too', async () => {
  answerSyncs()
  refuse(sendMessage, 429, { code: 'too-many-requests', message: 'Slow down a little' })
  openThread()
  await press('Send one')
  await waitFor(() => expect(shown()).toEqual(['One | Failed | Slow down a little']))
})

test('what could not be sent stays in its order, and Retry sends it under the same name', async () => {
  answerSyncs()
  const tried = loseReplies()
  openThread()
  await press('Send one')
  await waitFor(() => expect(shown()).toEqual([`One | Failed | ${NOT_SENT}`]))

  const kept = keepSent()
  await press('Retry')

  await waitFor(() => expect(shown()).toEqual(['One']))
  expect(kept.map(({ tempId }) => tempId)).toEqual(tried)
})

test('offline a message fails at once, and is sent when there is a connection again, in order', async () => {
  answerSyncs()
  const kept = keepSent()
  openThread()
  lastSocket().accept()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await press('Send one')
  await press('Send two')
  await waitFor(() =>
    expect(shown()).toEqual([`One | Failed | ${NOT_SENT}`, `Two | Failed | ${NOT_SENT}`]),
  )
  expect(kept).toEqual([])

  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  lastSocket().accept()

  await waitFor(() => expect(shown()).toEqual(['One', 'Two']))
  expect(kept.map(({ content }) => content)).toEqual(['One', 'Two'])
})

test('a reload keeps what failed, and sends what was under way once more', async () => {
  answerSyncs()
  keepOnDevice([
    { tempId: 'temp-11111111', content: 'Refused', failure: 'User not found' },
    { tempId: 'temp-22222222', content: 'Under way' },
  ])
  const kept = keepSent()

  openThread()

  await waitFor(() => expect(shown()).toEqual(['Under way', 'Refused | Failed | User not found']))
  expect(kept).toEqual([{ tempId: 'temp-22222222', content: 'Under way' }])
})

test('a message that failed is on the device until it is sent', async () => {
  answerSyncs()
  cutOff(sendMessage)
  openThread()
  await press('Send one')
  await waitFor(() => expect(shown()).toEqual([`One | Failed | ${NOT_SENT}`]))
  expect(textsOnDevice()).toEqual(['One'])

  keepSent()
  await press('Retry')
  await waitFor(() => expect(shown()).toEqual(['One']))
  expect(textsOnDevice()).toEqual([])
})

/** The server keeps the message, but nobody hears of it; gives the names that were tried. */
function loseReplies(): string[] {
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

function said(): string[] {
  return lastSocket()
    .saidOf('new_message')
    .map(({ content }) => content)
}

function confirmLast(nth: number): void {
  const sent = lastSocket().saidOf('new_message').at(-1)
  const message = ownMessage(nth, sent?.content ?? '')
  lastSocket().tell({ type: 'new_message', message, tempId: sent?.tempId ?? '' })
}
