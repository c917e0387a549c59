import { expect, test } from 'vitest'
import { startMessagingApp } from '../testing/start-messaging-app.ts'
import { startProcess } from '../testing/start-process.ts'
import { openAuthenticatedSocket, openSocket, type TestSocket } from '../testing/test-socket.ts'
import { TEST_REDIS_URL } from '../testing/start-app.ts'

const RESTART = 1012

test('a process that is asked to stop sends its sockets elsewhere, one after the other', async () => {
  await using api = await startMessagingApp()
  const { ada, bob, config, database } = api
  await using process = await startProcess({
    NODE_ENV: 'test',
    ROLE: 'api',
    LIMITS: 'relaxed',
    LOG_LEVEL: 'silent',
    DRAIN_MS: '200',
    APP_ORIGIN: config.APP_ORIGIN,
    DATABASE_URL: database.url,
    REDIS_URL: TEST_REDIS_URL,
  })
  const place = { url: process.url, config }
  await using open = new AsyncDisposableStack()
  const sockets: TestSocket[] = []
  for (let nth = 0; nth < 10; nth += 1) {
    sockets.push(
      open.use(await openAuthenticatedSocket(place, ada)),
      open.use(await openAuthenticatedSocket(place, bob)),
    )
  }
  const closedAt: number[] = []
  const codes = Promise.all(
    sockets.map(async ({ closing }) => {
      const code = await closing
      closedAt.push(Date.now())
      return code
    }),
  )
  process.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect(openSocket(place, ada)).rejects.toThrow('503')
  expect(await codes).toEqual(sockets.map(() => RESTART))
  expect((closedAt.at(-1) ?? 0) - (closedAt[0] ?? 0)).toBeGreaterThan(100)
  expect(await process.exited).toBe(0)
})

test('an app that closes ends its sockets as a restart', async () => {
  const api = await startMessagingApp({ LIMITS: 'relaxed' }, { isListening: true })
  const live = await openAuthenticatedSocket(api, api.ada)
  await api[Symbol.asyncDispose]()
  expect(await live.closing).toBe(RESTART)
})
