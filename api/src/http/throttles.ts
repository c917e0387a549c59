import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import { Refusal } from '../errors.ts'
import { computeHmac, deriveKey } from '../secrets.ts'

/** The number of attempts per account, member or address within a time window. */
const THROTTLES = {
  'login-address': { points: 20, seconds: 300 },
  'login-address-hour': { points: 100, seconds: 3_600 },
  'sign-up-account': { points: 3, seconds: 3_600 },
  'sign-up-address': { points: 10, seconds: 3_600 },
  'code-send-address': { points: 20, seconds: 3_600 },
  'code-try-address': { points: 30, seconds: 600 },
  'email-change-member': { points: 5, seconds: 3_600 },
  'email-change-address': { points: 5, seconds: 3_600 },
  'profile-member': { points: 60, seconds: 3_600 },
  'post-member': { points: 30, seconds: 3_600 },
  'upload-member': { points: 20, seconds: 3_600 },
  'upload-address': { points: 60, seconds: 3_600 },
  'comment-member': { points: 10, seconds: 60 },
  'message-member': { points: 1_000, seconds: 3_600 },
  'first-contact-member': { points: 20, seconds: 3_600 },
  'first-contact-member-day': { points: 50, seconds: 86_400 },
  'socket-member': { points: 10, seconds: 60 },
  'socket-address': { points: 60, seconds: 60 },
} as const satisfies Record<string, { points: number; seconds: number }>

export type ThrottleName = keyof typeof THROTTLES
export type Throttles = ReturnType<typeof createThrottles>

/**
 * Redis counts across all processes; without Redis each process counts for itself, with the same limits. `relaxed`
 * switches them off.
 */
export function createThrottles(redis: Redis, { SECRET, LIMITS }: Config) {
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

  return {
    /** Counts one attempt, and refuses it when it exceeds the limit. */
    async consume(name: ThrottleName, key: string): Promise<void> {
      if (LIMITS === 'relaxed') return
      // Redis and its copies must not contain emails and addresses.
      const digest = computeHmac(hmacKey, name, key).toString('base64url')
      try {
        await limiters.get(name)?.consume(digest)
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection
        throw new Refusal('too-many-requests', 'Too many attempts. Please try again later.', {
          retryAfterSeconds: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)),
        })
      }
    },
  }
}
