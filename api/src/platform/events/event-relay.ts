import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'
import { deliverBatch, type BatchOptions, type BatchResult } from './deliver-batch.ts'
import { startEventListener } from './event-listener.ts'
import type { EventMetrics } from './event-metrics.ts'
import type { EventSubscribers } from './subscribers.ts'

export interface RelayOptions extends BatchOptions {
  /** How long a relay that missed a notification, or got none, leaves events waiting. */
  pollIntervalMs: number
}

const DEFAULTS: RelayOptions = {
  // A search entry, the slowest effect, takes up to 15 ms on a busy machine: a batch holds its locks for less than the lock timeout.
  size: 100,
  retryDelaySeconds: 1,
  timeoutMs: 30_000,
  pollIntervalMs: 1_000,
}

interface Relay {
  deps: Deps
  subscribers: readonly EventSubscribers[]
  metrics: EventMetrics
  log: FastifyBaseLogger
  options?: Partial<RelayOptions>
}

/**
 * Delivers events to their subscribers until it is stopped. Every worker has a relay; no two deliver the same event at
 * once, because each skips the rows that another has locked.
 */
export function startEventRelay({ deps, subscribers, metrics, log, options }: Relay) {
  const { size: sizeMax, pollIntervalMs, ...batchOptions } = { ...DEFAULTS, ...options }
  let isStopped = false
  let isWoken = false
  let endPause = () => {}
  const wake = () => {
    isWoken = true
    endPause()
  }
  const listener = startEventListener({
    databaseUrl: deps.config.DATABASE_DIRECT_URL,
    applicationName: deps.db.pool.options.application_name,
    onNotification: wake,
    onError: (error) =>
      log.warn(error, 'listening for events failed; events wait up to a second until it works'),
  })
  const running = runLoop()

  async function runLoop(): Promise<void> {
    let size = sizeMax
    while (!isStopped) {
      isWoken = false
      try {
        const stopTimer = metrics.batchSeconds.startTimer()
        const result = await deliverBatch(deps, subscribers, { ...batchOptions, size })
        if (result.claimed > 0) stopTimer()
        reportFailures(result)
        if (result.claimed < size) await pause()
        size = Math.min(sizeMax, size * 2)
      } catch (error) {
        log.warn(error, `a batch of events failed; next attempt in ${pollIntervalMs / 1000} s`)
        // One event may be the reason, so the next batches are small enough to find it.
        size = 1
        isWoken = false
        await pause()
      }
    }
  }

  function reportFailures({ failures, hintErrors }: BatchResult): void {
    for (const error of hintErrors)
      log.warn(error, 'a hint after a batch of events failed; it is not repeated')
    for (const { id, kind, error, isParked } of failures) {
      metrics.failures.inc({ kind, outcome: isParked ? 'parked' : 'retried' })
      const details = { err: error, kind, eventId: id }
      if (isParked) log.error(details, `event ${kind} failed for good; parked in failed_events`)
      else log.warn(details, `event ${kind} failed; it is retried`)
    }
  }

  async function pause(): Promise<void> {
    if (isStopped || isWoken) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollIntervalMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    async stop(): Promise<void> {
      isStopped = true
      wake()
      await running
      await listener.stop()
    },
  }
}
