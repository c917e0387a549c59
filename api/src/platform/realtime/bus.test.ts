import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openRedis } from '../redis.ts'
import { TEST_REDIS_URL } from '../../testing/start-app.ts'
import { openBus, type Bus } from './bus.ts'

async function openTwoBuses() {
  const prefix = `${randomUUID()}:`
  const redis = await openRedis(TEST_REDIS_URL, () => {}, prefix)
  const [one, other] = [await openBus(redis, () => {}), await openBus(redis, () => {})]
  return {
    one,
    other,
    channels: () => redis.pubsub('CHANNELS', `${prefix}member:*`),
    async [Symbol.asyncDispose]() {
      one.close()
      other.close()
      redis.disconnect()
    },
  }
}

async function collectEvents(bus: Bus, memberId: string) {
  const events: string[] = []
  const { ready, unsubscribe } = bus.subscribe(memberId, (_, event) => void events.push(event))
  await ready
  return { events, unsubscribe }
}

test('an event reaches every subscriber once, and subscribers of the same process immediately', async () => {
  await using buses = await openTwoBuses()
  const [ada, bob] = [randomUUID(), randomUUID()]
  const [here, there] = [await collectEvents(buses.one, ada), await collectEvents(buses.other, ada)]
  const elsewhere = await collectEvents(buses.other, bob)
  buses.one.publish(ada, '{"number":1}')
  expect(here.events).toEqual(['{"number":1}'])
  await expect.poll(() => there.events).toEqual(['{"number":1}'])
  buses.other.publish(ada, '{"number":2}')
  await expect.poll(() => here.events).toEqual(['{"number":1}', '{"number":2}'])
  expect(there.events).toEqual(['{"number":1}', '{"number":2}'])
  expect(elsewhere.events).toEqual([])
})

test('Redis keeps a channel as long as there is a subscriber', async () => {
  await using buses = await openTwoBuses()
  const ada = randomUUID()
  const [first, second] = [await collectEvents(buses.one, ada), await collectEvents(buses.one, ada)]
  expect(await buses.channels()).toHaveLength(1)
  first.unsubscribe()
  first.unsubscribe()
  buses.other.publish(ada, '{}')
  await expect.poll(() => second.events).toEqual(['{}'])
  expect(first.events).toEqual([])
  second.unsubscribe()
  await expect.poll(() => buses.channels()).toEqual([])
})

test('a hanging Redis is detected within a second, and no caller waits for it', async () => {
  await using proxy = await startFreezableProxy()
  const redis = await openRedis(proxy.url, () => {}, `${randomUUID()}:`)
  const bus = await openBus(redis, () => {})
  const ada = randomUUID()
  const { events } = await collectEvents(bus, ada)
  await expect.poll(() => bus.isConnected).toBe(true)

  proxy.freeze()
  await expect.poll(() => bus.isConnected, { timeout: 2_000 }).toBe(false)
  const startedAt = Date.now()
  for (let index = 0; index < 5_000; index += 1) bus.publish(ada, '{}')
  expect(events).toHaveLength(5_000)
  await collectEvents(bus, randomUUID())
  expect(Date.now() - startedAt).toBeLessThan(3_000)
  bus.close()
  redis.disconnect()
})

/** A proxy to Redis whose connections can stay open without passing any data. */
async function startFreezableProxy() {
  const { hostname, port, pathname } = new URL(TEST_REDIS_URL)
  const ends: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port || 6379), hostname)
    for (const end of [near, far]) ends.push(end.on('error', () => {}))
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    freeze() {
      for (const end of ends) end.unpipe().pause()
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}
