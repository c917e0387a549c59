import { getViewer } from '@dolph/contract/accounts/viewer'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockRefusal } from '../testing/fake-api.ts'
import { installFakeClock } from '../testing/fake-clock.ts'
import { countOpenedSockets, getLastSocket } from '../testing/fake-socket.ts'
import { mockSyncReplies, renderBareThread } from '../testing/render-bare-thread.tsx'

test('a connection closed by the server causes a session check, which notices a session that has ended', async () => {
  const { advanceTime } = installFakeClock()
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  const requests = mockRefusal(getViewer, 401, { code: 'not-signed-in', message: 'Not signed in' })

  getLastSocket().disconnect(1000)
  await advanceTime(1100)

  await waitFor(() => expect(requests).toHaveLength(1))
  await advanceTime(60_000)
  expect(countOpenedSockets()).toBe(1)
})

test('after a close as signed out, a session that still lives reconnects when the tab is visible again', async () => {
  const { advanceTime } = installFakeClock()
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  getLastSocket().disconnect(1000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(countOpenedSockets()).toBe(1)
  await advanceTime(3100)
  await waitFor(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    expect(countOpenedSockets()).toBe(2)
  })
})
