import plugin from 'fastify-plugin'

const SLOW_REQUEST_MS = 500

/** What must never reach a log, however deep it hides in what is logged. */
const REDACTED_KEYS = new Set([
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
const REDACTION_DEPTH_MAX = 6

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
    if (request.method === 'GET' && statusCode < 400 && elapsedTime < SLOW_REQUEST_MS) return
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
  formatters: { log: (entry: Record<string, unknown>) => redactEntry(entry) },
  serializers: { err: serializeError },
}

/** A copy of what is about to be logged, without its secrets. */
function redactEntry(entry: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      REDACTED_KEYS.has(key) && typeof value !== 'number' ? '[secret]' : redactValue(value, depth),
    ]),
  )
}

function redactValue(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((each) => redactValue(each, depth + 1))
  if (!isPlainObject(value)) return value
  return depth < REDACTION_DEPTH_MAX ? redactEntry(value, depth + 1) : '[deep]'
}

// PostgreSQL's errors quote the offending row in `detail`; it stays out, with all else that is not listed here.
function serializeError(error: unknown): unknown {
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
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  return Object.getPrototypeOf(value) === Object.prototype
}
