import { expect, test } from 'vitest'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { startProcess } from '../../testing/start-process.ts'
import {
  openAuthenticatedSocket,
  openSocket,
  type TestSocket,
} from '../../testing/sockets/test-socket.ts'
import { TEST_REDIS_URL } from '../../testing/start-app.ts'

const RESTART = 1012

test('a stopping process closes its sockets one after the other, so that clients reconnect elsewhere', async () => {
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
  const target = { url: process.url, config }
  await using open = new AsyncDisposableStack()
  const sockets: TestSocket[] = []
  for (let index = 0; index < 10; index += 1) {
    sockets.push(
      open.use(await openAuthenticatedSocket(target, ada)),
      open.use(await openAuthenticatedSocket(target, bob)),
    )
  }
  const closedAt: number[] = []
  const codes = Promise.all(
    sockets.map(async ({ closed }) => {
      const code = await closed
      closedAt.push(Date.now())
      return code
    }),
  )
  process.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect(openSocket(target, ada)).rejects.toThrow('503')
  expect(await codes).toEqual(sockets.map(() => RESTART))
  expect((closedAt.at(-1) ?? 0) - (closedAt[0] ?? 0)).toBeGreaterThan(100)
  expect(await process.exited).toBe(0)
})

test('an app that closes ends its sockets with the restart code', async () => {
  const api = await startMessagingApp({ LIMITS: 'relaxed' }, { isListening: true })
  const live = await openAuthenticatedSocket(api, api.ada)
  await api[Symbol.asyncDispose]()
  expect(await live.closed).toBe(RESTART)
})
