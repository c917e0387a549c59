import plugin from 'fastify-plugin'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../../config/config.ts'
import { defineCounts } from '../../telemetry/process-metrics.ts'
import { computeHmac, deriveKey } from '../../crypto/secrets.ts'
import { createAttemptBackoff, type AttemptBackoff } from './attempt-backoff.ts'
import { createTooManyAttemptsRefusal } from './too-many-attempts.ts'

/** The number of attempts per account, member or address within a time window. */
const THROTTLES = {
  'login-address': { points: 20, seconds: 300 },
  'login-address-hour': { points: 100, seconds: 3_600 },
  'sign-up-account': { points: 3, seconds: 3_600 },
  'sign-up-address': { points: 10, seconds: 3_600 },
  'sign-up-attempt-address': { points: 40, seconds: 3_600 },
  'code-send-address': { points: 20, seconds: 3_600 },
  'code-try-address': { points: 30, seconds: 600 },
  'passkey-start-address': { points: 120, seconds: 300 },
  'passkey-change-member': { points: 60, seconds: 3_600 },
  'email-change-member': { points: 5, seconds: 3_600 },
  'email-change-address': { points: 5, seconds: 3_600 },
  'profile-member': { points: 60, seconds: 3_600 },
  'post-member': { points: 30, seconds: 3_600 },
  'upload-member': { points: 20, seconds: 3_600 },
  'upload-address': { points: 60, seconds: 3_600 },
  'post-picture-member': { points: 60, seconds: 3_600 },
  'post-picture-address': { points: 180, seconds: 3_600 },
  'message-picture-member': { points: 60, seconds: 3_600 },
  'message-picture-address': { points: 180, seconds: 3_600 },
  'import-member': { points: 20, seconds: 3_600 },
  'comment-member': { points: 10, seconds: 60 },
  'mention-member': { points: 60, seconds: 3_600 },
  'message-member': { points: 1_000, seconds: 3_600 },
  'message-change-member': { points: 300, seconds: 3_600 },
  'first-contact-member': { points: 20, seconds: 3_600 },
  'first-contact-member-day': { points: 50, seconds: 86_400 },
  'ignore-member': { points: 300, seconds: 3_600 },
  'report-member-day': { points: 20, seconds: 86_400 },
  'export-file-member': { points: 20, seconds: 3_600 },
  'socket-member': { points: 30, seconds: 60 },
  'socket-address': { points: 60, seconds: 60 },
} as const satisfies Record<string, { points: number; seconds: number }>

export type ThrottleName = keyof typeof THROTTLES

const throttled = defineCounts({
  name: 'throttle_refusals_total',
  help: 'Attempts that were refused because there were too many of them',
  label: 'throttle',
  // This cast is safe: these are the keys of the object above.
  values: Object.keys(THROTTLES) as ThrottleName[],
})
export type Throttles = ReturnType<typeof createThrottles>

declare module 'fastify' {
  interface FastifyInstance {
    throttles: Throttles
    attemptBackoff: AttemptBackoff
  }
}

interface Options {
  redis: Redis
  config: Config
}

/**
 * Decorates the app with the counters of attempts. There is one set per process: without Redis each set counts for itself, and a
 * second one, for example of the sockets, would double every limit.
 */
export const attemptThrottles = plugin<Options>(async (app, { redis, config }) => {
  const { SECRET: secret, LIMITS: limits } = config
  app.decorate('throttles', createThrottles(redis, config))
  app.decorate('attemptBackoff', createAttemptBackoff({ redis, secret, limits }))
})

/**
 * Redis counts across all processes; without Redis each process counts for itself, with the same limits. `relaxed`
 * switches them off.
 */
function createThrottles(redis: Redis, { SECRET, LIMITS }: Config) {
  const hmacKey = deriveKey(SECRET, 'throttles')
  const limiters = new Map(
    Object.entries(THROTTLES).map(([name, { points, seconds }]) => {
      const options = { keyPrefix: `throttle:${name}`, points, duration: seconds }
      const insuranceLimiter = new RateLimiterMemory(options)
      const limiter = new RateLimiterRedis({
        ...options,
        storeClient: redis,
        insuranceLimiter,
        rejectIfRedisNotReady: true,
      })
      return [name, limiter] as const
    }),
  )

  /** Redis and its copies must not contain emails and addresses. */
  function digestKey(name: ThrottleName, key: string): string {
    return computeHmac(hmacKey, name, key).toString('base64url')
  }

  return {
    /** Counts one attempt, and refuses it when it exceeds the limit. */
    async consume(name: ThrottleName, key: string): Promise<void> {
      if (LIMITS === 'relaxed') return
      try {
        await limiters.get(name)?.consume(digestKey(name, key))
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection
        throttled[name] += 1
        throw createTooManyAttemptsRefusal(rejection.msBeforeNext)
      }
    },
    /** Takes back an attempt that came to nothing. */
    async giveBack(name: ThrottleName, key: string): Promise<void> {
      if (LIMITS === 'relaxed') return
      await limiters.get(name)?.reward(digestKey(name, key))
    },
  }
}

/**
 * Runs an action that counts only if it succeeds. It is counted before it runs, so that concurrent attempts cannot exceed the
 * limit together, and given back if it fails. Of several counts, one that is exceeded gives the others back.
 */
export async function countSuccess<T>(
  throttles: Throttles,
  counts: readonly (readonly [name: ThrottleName, key: string])[],
  run: () => Promise<T>,
): Promise<T> {
  const consumed: (readonly [ThrottleName, string])[] = []
  try {
    for (const count of counts) {
      await throttles.consume(...count)
      consumed.push(count)
    }
    return await run()
  } catch (error) {
    for (const count of consumed) await throttles.giveBack(...count)
    throw error
  }
}
