import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openRedis } from '../redis.ts'
import { TEST_REDIS_URL } from '../testing/start-app.ts'
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
  const heard: string[] = []
  const { ready, unsubscribe } = bus.subscribe(memberId, (_, event) => void heard.push(event))
  await ready
  return { heard, unsubscribe }
}

test('what is published is heard once by everybody who listens, and here at once', async () => {
  await using buses = await openTwoBuses()
  const [ada, bob] = [randomUUID(), randomUUID()]
  const [here, there] = [await collectEvents(buses.one, ada), await collectEvents(buses.other, ada)]
  const elsewhere = await collectEvents(buses.other, bob)
  buses.one.publish(ada, '{"nth":1}')
  expect(here.heard).toEqual(['{"nth":1}'])
  await expect.poll(() => there.heard).toEqual(['{"nth":1}'])
  buses.other.publish(ada, '{"nth":2}')
  await expect.poll(() => here.heard).toEqual(['{"nth":1}', '{"nth":2}'])
  expect(there.heard).toEqual(['{"nth":1}', '{"nth":2}'])
  expect(elsewhere.heard).toEqual([])
})

test('Redis keeps a channel for as long as somebody listens', async () => {
  await using buses = await openTwoBuses()
  const ada = randomUUID()
  const [first, second] = [await collectEvents(buses.one, ada), await collectEvents(buses.one, ada)]
  expect(await buses.channels()).toHaveLength(1)
  first.unsubscribe()
  first.unsubscribe()
  buses.other.publish(ada, '{}')
  await expect.poll(() => second.heard).toEqual(['{}'])
  expect(first.heard).toEqual([])
  second.unsubscribe()
  await expect.poll(() => buses.channels()).toEqual([])
})

test('a Redis that hangs is known to be away within moments, and nobody waits for it', async () => {
  await using wire = await startFreezableProxy()
  const redis = await openRedis(wire.url, () => {}, `${randomUUID()}:`)
  const bus = await openBus(redis, () => {})
  const ada = randomUUID()
  const { heard } = await collectEvents(bus, ada)
  await expect.poll(() => bus.isConnected).toBe(true)

  wire.freeze()
  await expect.poll(() => bus.isConnected, { timeout: 2_000 }).toBe(false)
  const since = Date.now()
  for (let nth = 0; nth < 5_000; nth += 1) bus.publish(ada, '{}')
  expect(heard).toHaveLength(5_000)
  await collectEvents(bus, randomUUID())
  expect(Date.now() - since).toBeLessThan(3_000)
  bus.close()
  redis.disconnect()
})

/** A way to Redis that stays open and carries nothing any more. */
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
