import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { computeHmac, deriveKey } from '../../crypto/secrets.ts'
import { createTooManyAttemptsRefusal } from './too-many-attempts.ts'

const FREE_ATTEMPTS = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000
/** Attempts are forgotten after a day without another one. */
const MEMORY_MS = 86_400_000
/** Without Redis, the least recently used keys above this number are evicted. */
const KEYS_MAX = 100_000

/** Atomic, because concurrent attempts must not all read the state from before the first of them. */
const COUNT_ATTEMPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local state = redis.call('HMGET', KEYS[1], 'attempts', 'waitUntil')
local waitUntil = tonumber(state[2] or 0)
if waitUntil > now then return waitUntil - now end
local attempts = tonumber(state[1] or 0) + 1
local free, first, longest, memory = unpack(ARGV)
if attempts >= tonumber(free) then
  waitUntil = now + math.min(first * 2 ^ math.min(attempts - free, 30), longest)
end
redis.call('HSET', KEYS[1], 'attempts', attempts, 'waitUntil', string.format('%.0f', waitUntil))
redis.call('PEXPIRE', KEYS[1], memory)
return 0`

interface Options {
  redis: Redis
  secret: string
  /** `relaxed` switches the waiting off. */
  limits: 'strict' | 'relaxed'
}

export type AttemptBackoff = ReturnType<typeof createAttemptBackoff>

/**
 * Makes guessing slow: after five attempts each further one has to wait, first 30 seconds, then twice as long each time, up
 * to an hour. Redis counts across all processes; without Redis each process counts for itself.
 */
export function createAttemptBackoff({ redis, secret, limits }: Options) {
  const processStates = new LRUCache<string, { attempts: number; waitUntil: number }>({
    maxSize: KEYS_MAX,
    sizeCalculation: () => 1,
    ttl: MEMORY_MS,
  })
  const hmacKey = deriveKey(secret, 'throttles')
  const digestKey = (key: string) =>
    `attempts:${computeHmac(hmacKey, 'attempts', key).toString('base64url')}`

  function countInProcess(key: string): number {
    const now = Date.now()
    const { attempts, waitUntil } = processStates.get(key) ?? { attempts: 0, waitUntil: 0 }
    if (waitUntil > now) return waitUntil - now
    const isFree = attempts + 1 < FREE_ATTEMPTS
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts + 1 - FREE_ATTEMPTS), LONGEST_WAIT_MS)
    processStates.set(key, { attempts: attempts + 1, waitUntil: isFree ? 0 : now + wait })
    return 0
  }

  return {
    /** Counts an attempt before it is made; refuses it while the key has to wait. */
    async count(key: string): Promise<void> {
      if (limits === 'relaxed') return
      const options = [FREE_ATTEMPTS, FIRST_WAIT_MS, LONGEST_WAIT_MS, MEMORY_MS]
      const digest = digestKey(key)
      const waitMs = await redis
        .eval(COUNT_ATTEMPT, 1, digest, ...options)
        .then(Number, () => countInProcess(digest))
      if (waitMs === 0) return
      throw createTooManyAttemptsRefusal(waitMs)
    },
    /** Forgets the attempts: the last one was right. */
    async reset(key: string): Promise<void> {
      const digest = digestKey(key)
      processStates.delete(digest)
      // Without Redis the attempts stay counted there, and the owner may have to wait.
      await redis.del(digest).catch(() => undefined)
    },
  }
}
