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
])
const DEEPEST = 6

/** One line for each request that changed something, failed or was slow. Good reads are counted in /metrics. */
export const requestLog = plugin(async (app) => {
  // A read that succeeds leaves no line in the log, so an id would lead nowhere; the error handler adds it to failures.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') reply.header('x-request-id', request.id)
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

/** How the program logs: nothing that is secret, and of an error only what helps to find it. */
export const logOptions = {
  formatters: { log: (entry: Record<string, unknown>) => scrub(entry) },
  serializers: { err: describeError },
}

/** A copy of what is about to be logged, without its secrets. */
function scrub(entry: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      SECRETS.has(key) && typeof value !== 'number' ? '[secret]' : scrubValue(value, depth),
    ]),
  )
}

function scrubValue(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((each) => scrubValue(each, depth + 1))
  if (!isPlain(value)) return value
  return depth < DEEPEST ? scrub(value, depth + 1) : '[deep]'
}

// PostgreSQL's errors quote the offending row in `detail`; it stays out, with all else that is not listed here.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const known = ['code', 'constraint', 'table', 'syscall'].flatMap((key) =>
    key in error ? [[key, Reflect.get(error, key)]] : [],
  )
  return {
    type: name,
    message,
    stack,
    ...Object.fromEntries(known),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.getPrototypeOf(value) === Object.prototype
}
