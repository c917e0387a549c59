import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockSyncReplies } from '../../testing/render-bare-thread.tsx'
import { getLastSocket } from '../../testing/fake-socket.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { BOB, getTimestamp, createMessageFixture } from '../../testing/message-fixtures.ts'
import { createViewerFixture } from '../../testing/viewer-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { useLiveMessages } from './use-live-messages.ts'
import { usePresence } from './presence.ts'
import { useTyping } from './typing.ts'

test('typing is said every two seconds, and that it has stopped three seconds after the last key', async () => {
  const { user, pass } = renderPeer()
  await pass(2000)
  for (let key = 0; key < 10; key += 1) {
    await user.click(screen.getByRole('button', { name: 'Key' }))
    await pass(400)
  }
  expect(getSentTypingStates()).toEqual([true, true])
  await pass(2000)
  expect(getSentTypingStates()).toEqual([true, true])
  await pass(1000)
  expect(getSentTypingStates()).toEqual([true, true, false])
})

test('whoever sends has stopped typing', async () => {
  const { user, pass } = renderPeer()
  await pass(2000)
  await user.click(screen.getByRole('button', { name: 'Key' }))
  await pass(1200)
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(getSentTypingStates()).toEqual([true, false])
  await pass(5000)
  expect(getSentTypingStates()).toEqual([true, false])
})

test('the server is never told twice in a second', async () => {
  const { user, pass } = renderPeer()
  await pass(2000)
  await user.click(screen.getByRole('button', { name: 'Key' }))
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await user.click(screen.getByRole('button', { name: 'Key' }))
  expect(getSentTypingStates()).toEqual([true])
})

test('that the other types is shown until they stop, send, or have been silent for five seconds', async () => {
  const { pass } = renderPeer()
  const types = { type: 'typing', userId: BOB._id, isTyping: true } as const
  getLastSocket().receive(types)
  expect(await screen.findByText('bob is typing')).toBeTruthy()
  getLastSocket().receive({ ...types, isTyping: false })
  await waitFor(() => expect(screen.queryByText('bob is typing')).toBeNull())

  getLastSocket().receive(types)
  expect(await screen.findByText('bob is typing')).toBeTruthy()
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(500) })
  await waitFor(() => expect(screen.queryByText('bob is typing')).toBeNull())

  getLastSocket().receive(types)
  await pass(4000)
  expect(screen.getByText('bob is typing')).toBeTruthy()
  await pass(1100)
  expect(screen.queryByText('bob is typing')).toBeNull()
})

test('who is there is known as long as there is a connection', async () => {
  renderPeer()
  const about = { type: 'user_status', userId: BOB._id } as const
  expect(screen.getByText('offline, never seen')).toBeTruthy()
  getLastSocket().receive({ ...about, status: 'online', lastSeen: null })
  expect(await screen.findByText('online, never seen')).toBeTruthy()
  getLastSocket().receive({ ...about, status: 'offline', lastSeen: getTimestamp(1) })
  expect(await screen.findByText(`offline, ${getTimestamp(1)}`)).toBeTruthy()
  getLastSocket().receive({ ...about, status: 'online', lastSeen: null })
  getLastSocket().disconnect()
  expect(await screen.findByText('offline, never seen')).toBeTruthy()
})

function Peer() {
  useLiveMessages()
  const { isPeerTyping, typed, stopped } = useTyping(BOB._id)
  const { isOnline, lastSeen } = usePresence(BOB._id)
  return (
    <>
      <p>{isPeerTyping && 'bob is typing'}</p>
      <p>{`${isOnline ? 'online' : 'offline'}, ${lastSeen ?? 'never seen'}`}</p>
      <button onClick={typed}>Key</button>
      <button onClick={stopped}>Stop</button>
    </>
  )
}

function renderPeer() {
  const time = installFakeClock()
  mockSyncReplies()
  renderPage(<Peer />, '/messages', createViewerFixture())
  getLastSocket().accept()
  return time
}

function getSentTypingStates(): boolean[] {
  return getLastSocket()
    .sentOfType('typing')
    .map(({ isTyping }) => isTyping)
}
