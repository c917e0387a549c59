import { deleteComment } from '@dolph/contract/comments/comments'
import { readNotifications } from '@dolph/contract/notifications/notifications'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startWorker } from '../../platform/jobs/worker.ts'
import { startApp } from '../../testing/start-app.ts'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { workerTasks } from '../../worker-tasks.ts'
import { startNotificationsApp } from './testing/start-notifications-app.ts'

test('a comment reaches the browsers of the author on every process, and reading reaches the other tabs', async () => {
  await using app = await startNotificationsApp({ isListening: true })
  await using second = await startApp({ shareWith: app, isListening: true })
  const worker = await startWorker(second, workerTasks, pino({ level: 'silent' }))
  const { ada, bob } = app
  await using here = await openAuthenticatedSocket(app, ada)
  await using there = await openAuthenticatedSocket(second, ada)
  const { _id } = await bob.addComment('Hello')

  for (const socket of [here, there]) {
    expect(await socket.nextEvent('notification')).toMatchObject({
      unreadCount: 1,
      latest: { kind: 'comment', count: 1, excerpt: 'Hello', people: [{ userName: 'bob' }] },
    })
  }

  await ada.call(readNotifications, { body: { upTo: new Date(Date.now() + 1_000).toISOString() } })
  for (const socket of [here, there]) {
    const read = await socket.nextEvent('notification', ({ unreadCount }) => unreadCount === 0)
    expect(read.latest).toBeNull()
  }
  await bob.addComment('Again')
  await there.nextEvent('notification', ({ unreadCount }) => unreadCount === 1)
  await bob.call(deleteComment, { params: { id: _id } })
  expect(await there.nextEvent('notification')).toMatchObject({ unreadCount: 1, latest: null })
  await worker.stop()
})
