import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from './bus.ts'
import type { GatewayTimings } from './gateway-timings.ts'

interface Options {
  name: string
  poll: () => Promise<void>
  bus: Bus
  timings: GatewayTimings
  log: FastifyBaseLogger
}

/** Runs the poll of one feature at intervals, one call at a time; more often while Redis is down. */
export class FeaturePoller {
  readonly #options: Options
  readonly #timer: NodeJS.Timeout
  #polledAt = Date.now()
  #isPolling = false

  constructor(options: Options) {
    this.#options = options
    const { pollIntervalWithoutRedisMs } = options.timings
    this.#timer = setInterval(() => void this.#pollIfDue(), pollIntervalWithoutRedisMs).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #pollIfDue(): Promise<void> {
    const { name, poll, bus, timings, log } = this.#options
    const now = Date.now()
    if (this.#isPolling) return
    if (bus.isConnected && now - this.#polledAt < timings.pollIntervalMs) return
    this.#isPolling = true
    try {
      await poll()
      this.#polledAt = now
    } catch (error) {
      log.warn(error, `poll of ${name} failed; retried at the next interval`)
    }
    this.#isPolling = false
  }
}
