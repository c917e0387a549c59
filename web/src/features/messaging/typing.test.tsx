import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerSyncs } from '../../testing/bare-thread.tsx'
import { lastSocket } from '../../testing/fake-socket.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { BOB, momentOf, someMessage } from '../../testing/some-message.ts'
import { someViewer } from '../../testing/some-viewer.ts'
import { holdTime } from '../../testing/time.ts'
import { useLiveMessages } from './live.ts'
import { usePresence } from './presence.ts'
import { useTyping } from './typing.ts'

test('typing is said every two seconds, and that it has stopped three seconds after the last key', async () => {
  const { user, pass } = open()
  await pass(2000)
  for (let key = 0; key < 10; key += 1) {
    await user.click(screen.getByRole('button', { name: 'Key' }))
    await pass(400)
  }
  expect(said()).toEqual([true, true])
  await pass(2000)
  expect(said()).toEqual([true, true])
  await pass(1000)
  expect(said()).toEqual([true, true, false])
})

test('whoever sends has stopped typing', async () => {
  const { user, pass } = open()
  await pass(2000)
  await user.click(screen.getByRole('button', { name: 'Key' }))
  await pass(1200)
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(said()).toEqual([true, false])
  await pass(5000)
  expect(said()).toEqual([true, false])
})

test('the server is never told twice in a second', async () => {
  const { user, pass } = open()
  await pass(2000)
  await user.click(screen.getByRole('button', { name: 'Key' }))
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await user.click(screen.getByRole('button', { name: 'Key' }))
  expect(said()).toEqual([true])
})

test('that the other types is shown until they stop, send, or have been silent for five seconds', async () => {
  const { pass } = open()
  const types = { type: 'typing', userId: BOB._id, isTyping: true } as const
  lastSocket().tell(types)
  expect(await screen.findByText('bob is typing')).toBeTruthy()
  lastSocket().tell({ ...types, isTyping: false })
  await waitFor(() => expect(screen.queryByText('bob is typing')).toBeNull())

  lastSocket().tell(types)
  expect(await screen.findByText('bob is typing')).toBeTruthy()
  lastSocket().tell({ type: 'new_message', message: someMessage(500) })
  await waitFor(() => expect(screen.queryByText('bob is typing')).toBeNull())

  lastSocket().tell(types)
  await pass(4000)
  expect(screen.getByText('bob is typing')).toBeTruthy()
  await pass(1100)
  expect(screen.queryByText('bob is typing')).toBeNull()
})

test('who is there is known as long as there is a connection', async () => {
  open()
  const about = { type: 'user_status', userId: BOB._id } as const
  expect(screen.getByText('offline, never seen')).toBeTruthy()
  lastSocket().tell({ ...about, status: 'online', lastSeen: null })
  expect(await screen.findByText('online, never seen')).toBeTruthy()
  lastSocket().tell({ ...about, status: 'offline', lastSeen: momentOf(1) })
  expect(await screen.findByText(`offline, ${momentOf(1)}`)).toBeTruthy()
  lastSocket().tell({ ...about, status: 'online', lastSeen: null })
  lastSocket().end()
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

function open() {
  const time = holdTime()
  answerSyncs()
  renderPage(<Peer />, '/messages', someViewer())
  lastSocket().accept()
  return time
}

function said(): boolean[] {
  return lastSocket()
    .saidOf('typing')
    .map(({ isTyping }) => isTyping)
}
