import { setTimeout as wait } from 'node:timers/promises'
import { Redis, type Command } from 'ioredis'
import { isTracing, startSpan } from './telemetry/tracing/tracer.ts'
import { failSpan } from './telemetry/tracing/span-options.ts'

const READY_TIMEOUT_MS = 5_000
const POLL_MS = 50

/**
 * Opens Redis, which holds only transient data: rate limits, presence and notifications between processes. The process
 * starts even if the first connection fails, and commands fail immediately while Redis is unavailable.
 */
export async function openRedis(
  url: string,
  onError: (error: Error) => void,
  keyPrefix = '',
): Promise<Redis> {
  const redis = new Redis(url, {
    keyPrefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
  })
  if (isTracing()) traceCommands(redis)
  redis.on('error', onError)
  await redis.connect().catch(onError)
  return redis
}

/** For commands that cannot do without Redis: `openRedis` goes on without it and connects in the background. Throws why there is no connection. */
export async function waitForRedis(redis: Redis): Promise<void> {
  let reason = new Error('Redis does not answer. Does the server run, and does REDIS_URL name it?')
  const keepReason = (error: Error) => {
    reason = error
  }
  redis.on('error', keepReason)
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (redis.status !== 'ready' && performance.now() < deadline) await wait(POLL_MS)
  redis.off('error', keepReason)
  if (redis.status !== 'ready') throw reason
}

/** The wait for each command of a traced request is a span. Its name alone is recorded: keys contain addresses and member ids. */
function traceCommands(redis: Redis): void {
  redis.sendCommand = new Proxy(redis.sendCommand.bind(redis), {
    apply(send, self, input: [Command]): unknown {
      const [{ name, promise }] = input
      const span = startSpan(`redis ${name}`, OPTIONS)
      if (span)
        void promise.catch((error: unknown) => failSpan(span, error)).finally(() => span.end())
      return Reflect.apply(send, self, input)
    },
  })
}

const OPTIONS = { kind: 'client', attributes: { 'db.system.name': 'redis' } } as const
