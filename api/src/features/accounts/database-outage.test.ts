import { getViewer } from '@dolph/contract/accounts'
import { expect, test } from 'vitest'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { signUpMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { databaseAddress } from '../../testing/test-database.ts'

test('while PostgreSQL is down members get 503, never 401, and are still signed in afterwards', async () => {
  await using proxy = await startTcpProxy(databaseAddress)
  const rewriteDatabaseUrl = (url: URL) =>
    Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) })
  await using api = await startApp({ rewriteDatabaseUrl, env: { LIMITS: 'relaxed' } })
  const ada = await signUpMember(api, 'ada')

  await proxy.disconnect()
  const during = await Promise.all(Array.from({ length: 10 }, () => ada.send(getViewer, {})))
  await proxy.reconnect()
  const after = await ada.send(getViewer, {})

  expect(during.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 10 }, () => 503))
  expect(Number(during[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(after.statusCode).toBe(200)
})
