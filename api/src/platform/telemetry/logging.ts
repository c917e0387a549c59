import { hostname } from 'node:os'
import plugin from 'fastify-plugin'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { getCurrentSpan } from './tracing/tracer.ts'

const SLOW_REQUEST_MS = 500

/** Keys whose values are redacted at any depth of a log entry. */
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

/** Logs one line for each request that writes, fails or is slow. Successful reads are only counted in /metrics. */
export const requestLog = plugin(async (app) => {
  // Successful reads are not logged, so their id would be useless; the error handler adds it to failures.
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
        // The route pattern, not the URL: URLs contain tokens and names.
        route: request.routeConfig.url ?? 'none',
        status: statusCode,
        ms: Math.round(elapsedTime),
        memberId: request.member?.id,
      },
      'request',
    )
  })
})

/** The logger of a process: every line names the role and the release that wrote it. */
export function createLogger(
  { LOG_LEVEL, ROLE, RELEASE }: Pick<Config, 'LOG_LEVEL' | 'ROLE' | 'RELEASE'>,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const base = { pid: process.pid, hostname: hostname(), role: ROLE, release: RELEASE }
  return pino({ level: LOG_LEVEL, base, mixin: readTraceId, ...logOptions }, destination)
}

/** Leads from a line of a traced request or job to its trace. */
function readTraceId(): object {
  const span = getCurrentSpan()
  return span ? { traceId: span.spanContext().traceId } : {}
}

/** pino options: secrets are redacted, and errors are reduced to the fields that help to diagnose them. */
export const logOptions = {
  formatters: { log: (entry: Record<string, unknown>) => redactEntry(entry) },
  serializers: { err: serializeError },
}

/** A copy of the log entry without secrets. */
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

// PostgreSQL's errors quote the offending row in `detail`, so only the fields listed here are logged.
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
