import { isIPv4 } from 'node:net'
import type { Limit, LimitByParameter } from '@dolph/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Redis } from 'ioredis'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { IRateLimiterOptions } from 'rate-limiter-flexible'
import { Refusal } from '../../errors.ts'
import { defineCounts } from '../../telemetry/process-metrics.ts'

/**
 * How many requests of a kind one caller may make. `redis` counts across all processes; `process` counts in each one,
 * for requests so cheap that a Redis round trip would cost more than the request.
 */
const RATE_LIMITS = {
  asset: { points: 3_000, seconds: 60, countedIn: 'process' },
  read: { points: 600, seconds: 60, countedIn: 'process' },
  search: { points: 120, seconds: 60, countedIn: 'process' },
  /** Low, because each reply lists members; counted across processes, which would otherwise give all of them to a collector. */
  people: { points: 30, seconds: 60, countedIn: 'redis' },
  like: { points: 120, seconds: 60, countedIn: 'process' },
  message: { points: 20, seconds: 2, countedIn: 'process' },
  role: { points: 20, seconds: 3_600, countedIn: 'redis' },
  /** Reports of browsers about violations of the content security policy. */
  report: { points: 30, seconds: 60, countedIn: 'process' },
  write: { points: 60, seconds: 60, countedIn: 'redis' },
} as const satisfies Record<Limit, RateLimit> & Record<string, RateLimit>

/** With more callers than this, the least recently active ones are evicted. */
const CALLERS_MAX = 100_000

interface RateLimit {
  points: number
  seconds: number
  countedIn: 'redis' | 'process'
}

export type RateLimitName = keyof typeof RATE_LIMITS

const limited = defineCounts({
  name: 'rate_limit_refusals_total',
  help: 'Requests and socket events that were refused because their caller was above a rate limit',
  label: 'limit',
  // This cast is safe: these are the keys of the object above.
  values: Object.keys(RATE_LIMITS) as RateLimitName[],
})

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request of a member, or of a visitor, against the limit of its route; above it, `done` gets a refusal. */
    countRequest: (request: FastifyRequest, memberId: string | undefined, done: Done) => void
    /** Counts one action that is not an HTTP request against a limit; rejects with a refusal above it. */
    consumeRateLimit: (name: RateLimitName, caller: string) => Promise<void>
  }
  interface FastifyContextConfig {
    /** The limit that a route counts against; by default `read` for GET and `write` for everything else. */
    limit?: RateLimitName | LimitByParameter | 'none'
  }
}

interface Options {
  redis: Redis
  /** `relaxed` switches the limits off. */
  limits: 'strict' | 'relaxed'
}

/** A callback, because most requests are counted in memory, where a promise would cost more than the count. */
type Done = (refusal?: Error) => void
type RateLimiter = (caller: string, done: Done) => void

/**
 * Refuses callers above a rate limit. Without Redis each process counts for itself. The session plugin counts each request, as it knows
 * when the caller is known.
 */
export const rateLimits = plugin<Options>(async (app, { redis, limits }) => {
  const limiters = {
    asset: createLimiter('asset'),
    read: createLimiter('read'),
    search: createLimiter('search'),
    people: createLimiter('people'),
    like: createLimiter('like'),
    message: createLimiter('message'),
    role: createLimiter('role'),
    report: createLimiter('report'),
    write: createLimiter('write'),
  }

  function createLimiter(name: RateLimitName): RateLimiter {
    const { points, seconds, countedIn } = RATE_LIMITS[name]
    const allowedPoints = limits === 'relaxed' ? Number.MAX_SAFE_INTEGER : points
    if (countedIn === 'process') return createProcessLimiter(allowedPoints, seconds)
    return createRedisLimiter(redis, {
      keyPrefix: `limit:${name}`,
      points: allowedPoints,
      duration: seconds,
    })
  }

  function consume(name: RateLimitName, caller: string, done: Done): void {
    limiters[name](caller, (refusal) => {
      if (refusal) limited[name] += 1
      done(refusal)
    })
  }

  app.decorate('consumeRateLimit', async (name: RateLimitName, caller: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    consume(name, caller, (refusal) => (refusal ? reject(refusal) : resolve()))
    return promise
  })
  app.decorate('countRequest', (request, memberId, done) => {
    const { method, limit = isReadMethod(method) ? 'read' : 'write' } = request.routeConfig
    const name = typeof limit === 'object' ? selectLimit(limit, request) : limit
    if (name === 'none') return done()
    consume(name, memberId === undefined ? getAddressKey(request.ip) : `member:${memberId}`, done)
  })
})

/** The query string is not validated yet, and a parameter in it may be a list. */
function selectLimit({ parameter, present, absent }: LimitByParameter, { query }: FastifyRequest) {
  return (query as Record<string, unknown>)[parameter] ? present : absent
}

/** Counts synchronously: a read from memory takes hardly longer than a promise. */
function createProcessLimiter(points: number, seconds: number): RateLimiter {
  const windows = new LRUCache<string, { count: number }>({
    // `maxSize` with entries of size 1 instead of `max`: `max` would preallocate memory for all entries.
    maxSize: CALLERS_MAX,
    sizeCalculation: () => 1,
    ttl: seconds * 1000,
  })
  return (caller, done) => {
    const window = windows.get(caller)
    if (!window) windows.set(caller, { count: 1 })
    else if ((window.count += 1) > points)
      return done(createTooManyRequestsRefusal(windows.getRemainingTTL(caller)))
    done()
  }
}

function createRedisLimiter(redis: Redis, options: IRateLimiterOptions): RateLimiter {
  const limiter = new RateLimiterRedis({
    ...options,
    storeClient: redis,
    insuranceLimiter: new RateLimiterMemory(options),
    rejectIfRedisNotReady: true,
  })
  return (caller, done) => {
    limiter.consume(caller).then(
      () => done(),
      (rejection: unknown) =>
        done(
          rejection instanceof RateLimiterRes
            ? createTooManyRequestsRefusal(rejection.msBeforeNext)
            : toError(rejection),
        ),
    )
  }
}

export function createTooManyRequestsRefusal(waitMs: number): Refusal {
  return new Refusal('too-many-requests', 'Too many requests. Please slow down.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

function isReadMethod(method: string | string[] | undefined): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Identifies an address, also of signed-in callers. An IPv6 /64 counts as one: any subscriber has a whole one. */
export function getAddressKey(ip: string): string {
  if (isIPv4(ip)) return `ip:${ip}`
  const address = parseForwardedAddress(ip)
  if (!(address instanceof ipaddr.IPv6)) return `ip:${address?.toString() ?? 'unknown'}`
  return `ip:${address.toNormalizedString().split(':').slice(0, 4).join(':')}`
}

/**
 * Some proxies write a port into `X-Forwarded-For`: `192.0.2.1:5678`, `[2001:db8::1]:443`. Callers whose address cannot be
 * read count as one.
 */
function parseForwardedAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const { bracketed, dotted } = WITH_PORT.exec(text)?.groups ?? {}
  const address = bracketed ?? dotted ?? text
  return ipaddr.isValid(address) ? ipaddr.process(address) : null
}

const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\]|(?<dotted>[\d.]+))(?::\d+)?$/
