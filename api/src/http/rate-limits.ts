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
const LIMITS = {
  asset: { points: 3_000, seconds: 60, counted: 'process' },
  read: { points: 600, seconds: 60, counted: 'process' },
  search: { points: 120, seconds: 60, counted: 'process' },
  /** So few because each answer names people. */
  people: { points: 30, seconds: 60, counted: 'process' },
  like: { points: 120, seconds: 60, counted: 'process' },
  message: { points: 20, seconds: 2, counted: 'process' },
  write: { points: 60, seconds: 60, counted: 'redis' },
} as const satisfies Record<string, Limit>

/** A flood from more addresses than this forgets the ones that were quiet longest. */
const CALLERS_MAX = 100_000

interface Limit {
  points: number
  seconds: number
  counted: 'redis' | 'process'
}

export type LimitName = keyof typeof LIMITS

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts one against a limit for what does not come as a request. */
    countAgainst: (name: LimitName, caller: string) => Promise<void>
  }
  interface FastifyContextConfig {
    /** Which limit a route counts against; `read` for GET and `write` for all else when it says nothing. */
    limit?: LimitName | 'none' | ((request: FastifyRequest) => LimitName)
  }
}

interface Options {
  redis: Redis
  profile: 'strict' | 'relaxed'
  limits?: Record<LimitName, Limit>
}

type Limiter = (caller: string, done: (refused?: Error) => void) => void

/** Refuses whoever calls too often. Without Redis each process goes on counting by itself. */
export const rateLimits = plugin<Options>(async (app, { redis, profile, limits = LIMITS }) => {
  const limiters = {
    asset: limiter('asset'),
    read: limiter('read'),
    search: limiter('search'),
    people: limiter('people'),
    like: limiter('like'),
    message: limiter('message'),
    write: limiter('write'),
  }

  function limiter(name: LimitName): Limiter {
    const { points, seconds, counted } = limits[name]
    const given = profile === 'relaxed' ? Number.MAX_SAFE_INTEGER : points
    if (counted === 'process') return inProcess(given, seconds)
    return inRedis(redis, { keyPrefix: `limit:${name}`, points: given, duration: seconds })
  }

  app.decorate('countAgainst', (name: LimitName, caller: string) => {
    return new Promise<void>((resolve, reject) => {
      limiters[name](caller, (refused) => (refused ? reject(refused) : resolve()))
    })
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const { config, method } = request.routeOptions
    const named = config.limit ?? (isRead(method) ? 'read' : 'write')
    const name = typeof named === 'function' ? named(request) : named
    if (name === 'none') return done()
    limiters[name](callerOf(request), done)
  })
})

/** Counts without waiting, as a read that comes from memory takes hardly longer than a promise. */
function inProcess(points: number, seconds: number): Limiter {
  const windows = new LRUCache<string, { used: number }>({
    // By size, each being 1: with `max` there would be room for all of them from the start, in every limiter.
    maxSize: CALLERS_MAX,
    sizeCalculation: () => 1,
    ttl: seconds * 1000,
  })
  return (caller, done) => {
    const window = windows.get(caller)
    if (!window) windows.set(caller, { used: 1 })
    else if ((window.used += 1) > points) return done(tooMany(windows.getRemainingTTL(caller)))
    done()
  }
}

function inRedis(redis: Redis, options: IRateLimiterOptions): Limiter {
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
        done(refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : asError(refused)),
    )
  }
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('too-many-requests', 'Too many requests. Please slow down.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

function isRead(method: string | string[]): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** A member by account, a visitor by address; a whole IPv6 /64 is one visitor, as it costs nothing to own one. */
export function callerOf({ member, ip }: Pick<FastifyRequest, 'member' | 'ip'>): string {
  if (member) return `member:${member.id}`
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return `ip:${ip}`
  return `ip:${ipaddr.parse(ip).toNormalizedString().split(':').slice(0, 4).join(':')}`
}
