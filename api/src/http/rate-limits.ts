import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Redis } from 'ioredis'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { IRateLimiterOptions } from 'rate-limiter-flexible'
import { Refusal } from '../errors.ts'

/**
 * How often one caller may do a thing. `redis` counts across all processes; `process` counts in each one,
 * for what is so cheap that asking Redis would cost more than doing it.
 */
const RATE_LIMITS = {
  asset: { points: 3_000, seconds: 60, countedIn: 'process' },
  read: { points: 600, seconds: 60, countedIn: 'process' },
  search: { points: 120, seconds: 60, countedIn: 'process' },
  /** So few because each answer names people. */
  people: { points: 30, seconds: 60, countedIn: 'process' },
  like: { points: 120, seconds: 60, countedIn: 'process' },
  message: { points: 20, seconds: 2, countedIn: 'process' },
  write: { points: 60, seconds: 60, countedIn: 'redis' },
} as const satisfies Record<string, RateLimit>

/** A flood from more addresses than this forgets the ones that were quiet longest. */
const CALLERS_MAX = 100_000

interface RateLimit {
  points: number
  seconds: number
  countedIn: 'redis' | 'process'
}

export type RateLimitName = keyof typeof RATE_LIMITS

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one against a limit for what does not come as a request. */
    consumeRateLimit: (name: RateLimitName, caller: string) => Promise<void>
  }
  interface FastifyContextConfig {
    /** Which limit a route counts against; `read` for GET and `write` for all else when it says nothing. */
    limit?: RateLimitName | 'none' | ((request: FastifyRequest) => RateLimitName)
  }
}

interface Options {
  redis: Redis
  profile: 'strict' | 'relaxed'
  limits?: Record<RateLimitName, RateLimit>
}

type RateLimiter = (caller: string, done: (refused?: Error) => void) => void

/** Refuses whoever calls too often. Without Redis each process goes on counting by itself. */
export const rateLimits = plugin<Options>(async (app, { redis, profile, limits = RATE_LIMITS }) => {
  const limiters = {
    asset: limiter('asset'),
    read: limiter('read'),
    search: limiter('search'),
    people: limiter('people'),
    like: limiter('like'),
    message: limiter('message'),
    write: limiter('write'),
  }

  function limiter(name: RateLimitName): RateLimiter {
    const { points, seconds, countedIn } = limits[name]
    const given = profile === 'relaxed' ? Number.MAX_SAFE_INTEGER : points
    if (countedIn === 'process') return createProcessLimiter(given, seconds)
    return createRedisLimiter(redis, {
      keyPrefix: `limit:${name}`,
      points: given,
      duration: seconds,
    })
  }

  app.decorate('consumeRateLimit', (name: RateLimitName, caller: string) => {
    return new Promise<void>((resolve, reject) => {
      limiters[name](caller, (refused) => (refused ? reject(refused) : resolve()))
    })
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const { config, method } = request.routeOptions
    const named = config.limit ?? (isReadMethod(method) ? 'read' : 'write')
    const name = typeof named === 'function' ? named(request) : named
    if (name === 'none') return done()
    limiters[name](getCallerKey(request), done)
  })
})

/** Counts without waiting, as a read that comes from memory takes hardly longer than a promise. */
function createProcessLimiter(points: number, seconds: number): RateLimiter {
  const windows = new LRUCache<string, { used: number }>({
    // By size, each being 1: with `max` there would be room for all of them from the start, in every limiter.
    maxSize: CALLERS_MAX,
    sizeCalculation: () => 1,
    ttl: seconds * 1000,
  })
  return (caller, done) => {
    const window = windows.get(caller)
    if (!window) windows.set(caller, { used: 1 })
    else if ((window.used += 1) > points)
      return done(createTooManyRequestsRefusal(windows.getRemainingTTL(caller)))
    done()
  }
}

function createRedisLimiter(redis: Redis, options: IRateLimiterOptions): RateLimiter {
  const shared = new RateLimiterRedis({
    ...options,
    storeClient: redis,
    insuranceLimiter: new RateLimiterMemory(options),
    rejectIfRedisNotReady: true,
  })
  return (caller, done) => {
    shared.consume(caller).then(
      () => done(),
      (refused: unknown) =>
        done(
          refused instanceof RateLimiterRes
            ? createTooManyRequestsRefusal(refused.msBeforeNext)
            : toError(refused),
        ),
    )
  }
}

function createTooManyRequestsRefusal(waitMs: number): Refusal {
  return new Refusal('too-many-requests', 'Too many requests. Please slow down.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

function isReadMethod(method: string | string[]): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** A member by account, a visitor by address; a whole IPv6 /64 is one visitor, as it costs nothing to own one. */
export function getCallerKey({ member, ip }: Pick<FastifyRequest, 'member' | 'ip'>): string {
  if (member) return `member:${member.id}`
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return `ip:${ip}`
  return `ip:${ipaddr.parse(ip).toNormalizedString().split(':').slice(0, 4).join(':')}`
}
