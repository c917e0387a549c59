import { expect, test } from 'vitest'
import { recordEffects } from '../../testing/events/record-effects.ts'
import { insertTestEvent, startEventStack } from '../../testing/events/start-event-stack.ts'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { databaseAddress } from '../../testing/test-database.ts'

test('a relay listens again after a PostgreSQL outage, and delivers what was inserted meanwhile', async () => {
  await using proxy = await startTcpProxy(databaseAddress)
  await using stack = await startEventStack({
    rewriteDatabaseUrl: (url) => Object.assign(url, { port: String(proxy.port) }),
  })
  const first = await insertTestEvent(stack.db, 'member.deleted')
  stack.startRelay([{ 'member.deleted': recordEffects }], { pollIntervalMs: 3_600_000 })
  await expect.poll(stack.readEffects, { timeout: 10_000 }).toEqual([first])

  await proxy.disconnect()
  await proxy.reconnect()
  const insertAfterOutage = () => insertTestEvent(stack.db, 'member.deleted')
  let second: string | undefined
  await expect
    .poll(async () => (second ??= await insertAfterOutage()), { timeout: 10_000 })
    .toBeTypeOf('string')

  await expect.poll(stack.readEffects, { timeout: 10_000 }).toEqual([first, second])
})
