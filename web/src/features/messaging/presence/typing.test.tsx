import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockSyncReplies } from '../../../testing/render-bare-thread.tsx'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import {
  BOB,
  getTimestamp,
  createMessageFixture,
} from '../../../testing/fixtures/message-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { LiveUpdates } from '../../../app/live-updates.tsx'
import { usePresence } from './use-presence.ts'
import { useTyping } from './use-typing.ts'

test('typing is sent every two seconds, and its end three seconds after the last key', async () => {
  const { user, advanceTime } = renderPeer()
  await advanceTime(2000)
  for (let key = 0; key < 10; key += 1) {
    await user.click(screen.getByRole('button', { name: 'Key' }))
    await advanceTime(400)
  }
  expect(getSentTypingStates()).toEqual([true, true])
  await advanceTime(2000)
  expect(getSentTypingStates()).toEqual([true, true])
  await advanceTime(700)
  expect(getSentTypingStates()).toEqual([true, true, false])
})

test('sending a message ends typing', async () => {
  const { user, advanceTime } = renderPeer()
  await advanceTime(2000)
  await user.click(screen.getByRole('button', { name: 'Key' }))
  await advanceTime(1200)
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(getSentTypingStates()).toEqual([true, false])
  await advanceTime(5000)
  expect(getSentTypingStates()).toEqual([true, false])
})

test('typing events are never sent twice in a second', async () => {
  const { user, advanceTime } = renderPeer()
  await advanceTime(2000)
  await user.click(screen.getByRole('button', { name: 'Key' }))
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await user.click(screen.getByRole('button', { name: 'Key' }))
  expect(getSentTypingStates()).toEqual([true])
})

test('a typing peer is shown until they stop, send, or send no typing event for five seconds', async () => {
  const { advanceTime } = renderPeer()
  const typingEvent = { type: 'typing', userId: BOB._id, isTyping: true } as const
  getLastSocket().receive(typingEvent)
  expect(await screen.findByText('bob is typing')).toBeTruthy()
  getLastSocket().receive({ ...typingEvent, isTyping: false })
  await waitFor(() => expect(screen.queryByText('bob is typing')).toBeNull())

  getLastSocket().receive(typingEvent)
  expect(await screen.findByText('bob is typing')).toBeTruthy()
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(500) })
  await waitFor(() => expect(screen.queryByText('bob is typing')).toBeNull())

  getLastSocket().receive(typingEvent)
  await advanceTime(4000)
  expect(screen.getByText('bob is typing')).toBeTruthy()
  await advanceTime(1100)
  expect(screen.queryByText('bob is typing')).toBeNull()
})

test('presence is known only while there is a connection', async () => {
  renderPeer()
  const statusEvent = { type: 'user_status', userId: BOB._id } as const
  expect(screen.getByText('offline, never seen')).toBeTruthy()
  getLastSocket().receive({ ...statusEvent, status: 'online', lastSeen: null })
  expect(await screen.findByText('online, never seen')).toBeTruthy()
  getLastSocket().receive({ ...statusEvent, status: 'offline', lastSeen: getTimestamp(1) })
  expect(await screen.findByText(`offline, ${getTimestamp(1)}`)).toBeTruthy()
  getLastSocket().receive({ ...statusEvent, status: 'online', lastSeen: null })
  getLastSocket().disconnect()
  expect(await screen.findByText('offline, never seen')).toBeTruthy()
})

function Peer() {
  const { isPeerTyping, startTyping, stopTyping } = useTyping(BOB._id)
  const { isOnline, lastSeen } = usePresence(BOB)
  return (
    <>
      <LiveUpdates />
      <p>{isPeerTyping && 'bob is typing'}</p>
      <p>{`${isOnline ? 'online' : 'offline'}, ${lastSeen ?? 'never seen'}`}</p>
      <button onClick={startTyping}>Key</button>
      <button onClick={stopTyping}>Stop</button>
    </>
  )
}

function renderPeer() {
  const clock = installFakeClock()
  mockSyncReplies()
  renderPage(<Peer />, '/messages', createViewerFixture())
  getLastSocket().accept()
  return clock
}

function getSentTypingStates(): boolean[] {
  return getLastSocket()
    .sentOfType('typing')
    .map(({ isTyping }) => isTyping)
}
