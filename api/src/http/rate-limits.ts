import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Redis } from 'ioredis'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../errors.ts'

/**
 * How often one caller may do a thing. `redis` counts across all processes; `process` counts in each one,
 * for reads so cheap that asking Redis would cost more than answering.
 */
const LIMITS = {
  asset: { points: 3_000, seconds: 60, counted: 'process' },
  read: { points: 600, seconds: 60, counted: 'process' },
  write: { points: 60, seconds: 60, counted: 'redis' },
} as const satisfies Record<string, Limit>

interface Limit {
  points: number
  seconds: number
  counted: 'redis' | 'process'
}

export type LimitName = keyof typeof LIMITS

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which limit a route counts against; `read` for GET and `write` for all else when it says nothing. */
    limit?: LimitName | 'none'
  }
}

interface Options {
  redis: Redis
  profile: 'strict' | 'relaxed'
  limits?: Record<LimitName, Limit>
}

/** Refuses whoever calls too often. Without Redis each process goes on counting by itself. */
export const rateLimits = plugin<Options>(async (app, { redis, profile, limits = LIMITS }) => {
  const factor = profile === 'relaxed' ? 1_000_000 : 1
  const limiters = {
    asset: limiter('asset'),
    read: limiter('read'),
    write: limiter('write'),
  } satisfies Record<LimitName, RateLimiterMemory | RateLimiterRedis>

  function limiter(name: LimitName) {
    const { points, seconds, counted } = limits[name]
    const options = { keyPrefix: `limit:${name}`, points: points * factor, duration: seconds }
    if (counted === 'process') return new RateLimiterMemory(options)
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      insuranceLimiter: new RateLimiterMemory(options),
      rejectIfRedisNotReady: true,
    })
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { config, method } = request.routeOptions
    const name = config.limit ?? (isRead(method) ? 'read' : 'write')
    if (name === 'none') return done()
    limiters[name].consume(callerOf(request)).then(
      () => done(),
      (refused: unknown) =>
        done(refused instanceof RateLimiterRes ? tooMany(refused) : asError(refused)),
    )
  })
})

function tooMany({ msBeforeNext }: RateLimiterRes): Refusal {
  return new Refusal('too-many-requests', 'Too many requests. Please slow down.', {
    retryAfterSeconds: Math.ceil(msBeforeNext / 1000),
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
