import plugin from 'fastify-plugin'

const SLOW_MS = 500

/** What must never reach a log, however deep it hides in what is logged. */
const SECRETS = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'x-csrf-token',
  'password',
  'newPassword',
  'currentPassword',
  'confirmPassword',
  'code',
  'verificationCode',
  'token',
  'email',
  'content',
  'detail',
  'parameters',
])
const DEEPEST = 6

/** One line for each request that changed something, failed or was slow. Good reads are counted in /metrics. */
export const requestLog = plugin(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode, elapsedTime } = reply
    done()
    if (request.method === 'GET' && statusCode < 400 && elapsedTime < SLOW_MS) return
    request.log.info(
      {
        method: request.method,
        // The pattern, not the address: tokens and names travel in addresses.
        route: request.routeOptions.url ?? 'none',
        status: statusCode,
        ms: Math.round(elapsedTime),
        memberId: request.member?.id,
      },
      'request',
    )
  })
})

/** A copy of what is about to be logged, without its secrets. */
export function scrub(entry: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      if (SECRETS.has(key) && typeof value !== 'number') return [key, '[secret]']
      if (!isPlain(value)) return [key, value]
      return [key, depth < DEEPEST ? scrub(value, depth + 1) : '[deep]']
    }),
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Error) return false
  return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value)
}
