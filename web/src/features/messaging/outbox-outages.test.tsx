import { sendMessage } from '@dolph/contract/messaging'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { answerSyncs, keepSent, openThread, ownMessage, shown } from '../../testing/bare-thread.tsx'
import { cutOff, fakeApi, refuse } from '../../testing/fake-api.ts'
import { lastSocket } from '../../testing/fake-socket.ts'
import { press } from '../../testing/fill-in.ts'
import { momentOf } from '../../testing/some-message.ts'
import { holdTime } from '../../testing/time.ts'
import { keepOnDevice, textsOnDevice } from '../../testing/unsent-on-device.ts'

const NOT_SENT = 'Failed to send message. Please try again.'
const OUTAGE = { code: 'unavailable', message: 'Catching its breath' } as const

test('an outage that is heard on the socket passes: all wait for it, and go in their order', async () => {
  const { user, pass } = holdTime()
  answerSyncs()
  openThread()
  lastSocket().accept()
  await user.click(button('Send one'))
  await user.click(button('Send two'))
  tellOutage()
  await waitFor(() =>
    expect(shown()).toEqual([
      `One | Failed | ${OUTAGE.message}`,
      `Two | Failed | ${OUTAGE.message}`,
    ]),
  )

  const kept = keepSent()
  await pass(5000)

  await waitFor(() => expect(shown()).toEqual(['One', 'Two']))
  expect(kept.map(({ content }) => content)).toEqual(['One', 'Two'])
})

test('while the outage lasts it is tried after 5, 10 and then every 20 seconds', async () => {
  const { user, pass } = holdTime()
  answerSyncs()
  const tried = refuse(sendMessage, 503, OUTAGE)
  openThread()
  lastSocket().accept()
  await user.click(button('Send one'))
  tellOutage()
  await waitFor(() => expect(shown()).toEqual([`One | Failed | ${OUTAGE.message}`]))

  for (const [nth, pause] of [5000, 10_000, 20_000, 20_000].entries()) {
    await pass(pause - 1000)
    expect(tried).toHaveLength(nth)
    await pass(1000)
    await waitFor(() => expect(tried).toHaveLength(nth + 1))
    await waitFor(() => expect(shown()).toEqual([`One | Failed | ${OUTAGE.message}`]))
  }
})

test('what was kept in spite of the outage is shown once', async () => {
  const { user, pass } = holdTime()
  const asked = answerSyncs()
  refuse(sendMessage, 503, OUTAGE)
  openThread()
  lastSocket().accept()
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  await pass(100)
  await user.click(button('Send one'))
  tellOutage()
  await waitFor(() => expect(shown()).toEqual([`One | Failed | ${OUTAGE.message}`]))

  answerSyncs({ messages: [ownMessage(5, 'One')], syncTime: momentOf(50) })
  await pass(11_000)

  await waitFor(() => expect(shown()).toEqual(['One']))
})

test('a new message does not overtake one that is stuck', async () => {
  answerSyncs()
  cutOff(sendMessage)
  openThread()
  await press('Send one')
  await waitFor(() => expect(shown()).toEqual([`One | Failed | ${NOT_SENT}`]))

  const kept = keepSent()
  await press('Send two')

  await waitFor(() => expect(shown()).toEqual(['One', 'Two']))
  expect(kept.map(({ content }) => content)).toEqual(['One', 'Two'])
})

test('what was stuck at an earlier visit is sent on opening', async () => {
  answerSyncs()
  const kept = keepSent()
  keepOnDevice([
    { tempId: 'temp-33333333', content: 'Stuck', failure: NOT_SENT, isPassing: true },
    { tempId: 'temp-44444444', content: 'Refused', failure: 'User not found' },
  ])
  openThread()
  await waitFor(() => expect(shown()).toEqual(['Stuck', 'Refused | Failed | User not found']))
  expect(kept).toEqual([{ tempId: 'temp-33333333', content: 'Stuck' }])
})

test('a call that fails after the socket has confirmed its message fails nobody else', async () => {
  const { user, pass } = holdTime()
  answerSyncs()
  const call = holdCalls()
  openThread()
  lastSocket().accept()
  await user.click(button('Send one'))
  await user.click(button('Send two'))
  await pass(5100)
  await waitFor(() => expect(call.count).toBe(1))

  const { tempId } = lastSocket().saidOf('new_message')[0] ?? {}
  lastSocket().tell({ type: 'new_message', message: ownMessage(1, 'One'), tempId })
  call.fail()

  await waitFor(() => expect(lastSocket().saidOf('new_message')).toHaveLength(2))
  expect(shown()).toEqual(['One', 'Two | Sending...'])
})

test('what failed in another tab stays on the device', async () => {
  answerSyncs()
  cutOff(sendMessage)
  openThread()
  keepOnDevice([{ tempId: 'temp-55555555', content: 'Elsewhere', failure: 'User not found' }])
  await press('Send one')
  await waitFor(() => expect(shown()).toEqual([`One | Failed | ${NOT_SENT}`]))
  expect(textsOnDevice()).toEqual(['Elsewhere', 'One'])

  keepSent()
  await press('Retry')
  await waitFor(() => expect(shown()).toEqual(['One']))
  expect(textsOnDevice()).toEqual(['Elsewhere'])
})

/** The server could not keep what was said last. */
function tellOutage(): void {
  const { tempId } = lastSocket().saidOf('new_message').at(-1) ?? {}
  lastSocket().tell({ type: 'error', ...OUTAGE, tempId })
}

/** Calls that send are made, and end only when they are told to fail. */
function holdCalls() {
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

function button(name: string): HTMLElement {
  return screen.getByRole('button', { name })
}
