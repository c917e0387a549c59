import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, test, vi } from 'vitest'
import { TEST_REDIS_URL } from '../../testing/start-app.ts'
import { Presence } from './presence.ts'

const COMMANDS_MAX = 8
/** Longer than a claim lasts, shorter than Redis keeps the keys. */
const CLAIM_EXPIRY_MS = 60_000

function openTestRedis(keyPrefix: string) {
  const redis = new Redis(TEST_REDIS_URL, { keyPrefix, enableOfflineQueue: true })
  return Object.assign(redis, { [Symbol.dispose]: () => redis.disconnect() })
}

/** A connection that ends before the next command after `count`, as that of a killed process. */
function breakAfter(redis: Redis, count: number): void {
  const send = redis.sendCommand.bind(redis)
  let sent = 0
  vi.spyOn(redis, 'sendCommand').mockImplementation((...command) => {
    sent += 1
    if (sent <= count) return send(...command)
    redis.disconnect()
    return Promise.reject(new Error('The process is dead'))
  })
}

async function addDeadProcess(redis: Redis): Promise<void> {
  await redis.sadd('presence:members:dead', 'ada', 'bob')
  await redis.zadd('presence:processes', Date.now() - 1, 'dead')
}

/** The departures that a process can claim once the claims of dead processes have expired. */
async function claimLater(redis: Redis): Promise<string[]> {
  const survivor = new Presence(redis, 'survivor')
  await survivor.reapDeadProcesses()
  using _clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + CLAIM_EXPIRY_MS)
  return (await survivor.claimDepartures(10)).toSorted()
}

test.each(Array.from({ length: COMMANDS_MAX }, (_, count) => count))(
  'a process that dies after %i commands loses no departure of a dead process',
  async (count) => {
    const prefix = `${randomUUID()}:`
    using redis = openTestRedis(prefix)
    using doomed = openTestRedis(prefix)
    await addDeadProcess(redis)
    await doomed.ping()
    breakAfter(doomed, count)
    const presence = new Presence(doomed, 'doomed')
    const announce = async () => {
      await presence.reapDeadProcesses()
      await presence.claimDepartures(10)
    }
    await announce().catch(() => {})
    expect(await claimLater(redis)).toEqual(['ada', 'bob'])
  },
)

test('a process that dies after removing its own member loses no departure', async () => {
  using redis = openTestRedis(`${randomUUID()}:`)
  const presence = new Presence(redis, 'doomed')
  await presence.addMembers(['ada'])
  await presence.removeMember('ada')
  expect(await claimLater(redis)).toEqual(['ada'])
})

test('a departure is claimed by one process, and by none once it is completed', async () => {
  using redis = openTestRedis(`${randomUUID()}:`)
  await addDeadProcess(redis)
  const processes = [new Presence(redis, 'one'), new Presence(redis, 'two')]
  const claimed = await Promise.all(
    processes.map(async (presence) => {
      await presence.reapDeadProcesses()
      return presence.claimDepartures(10)
    }),
  )
  expect(claimed.flat().toSorted()).toEqual(['ada', 'bob'])
  for (const memberId of claimed.flat()) await processes[0]?.completeDeparture(memberId)
  expect(await claimLater(redis)).toEqual([])
})

test('a process that is alive again when it is reaped keeps its members', async () => {
  using redis = openTestRedis(`${randomUUID()}:`)
  const slow = new Presence(redis, 'slow')
  await slow.addMembers(['ada'])
  await redis.zadd('presence:processes', Date.now() - 1, 'slow')
  const reaped = vi.spyOn(redis, 'zrangebyscore')
  reaped.mockImplementationOnce(async () => {
    await slow.sendHeartbeat()
    return ['slow']
  })
  expect(await claimLater(redis)).toEqual([])
  expect(await new Presence(redis, 'other').isOnlineElsewhere('ada')).toBe(true)
})
