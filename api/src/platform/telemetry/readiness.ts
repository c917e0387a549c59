import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Database } from '../db/database.ts'
import { createSchemaCheck, type SchemaCheck } from '../db/schema-check.ts'

const CHECK_INTERVAL_MS = 1_000
const CHECK_TIMEOUT_MS = 1_000
const POLL_MS = 200

export interface ReadinessReport {
  status: 'ready' | 'stopping' | 'unavailable'
  database: 'ok' | 'down'
  /** `behind`: the migrations of this release have not run. `unknown`: PostgreSQL was never reached. */
  schema: 'ok' | 'behind' | 'unknown'
  redis: 'ok' | 'down'
  /** What else the process waits for. */
  waitsFor?: string[]
}

/**
 * Whether this process can do its work. A dependency lost after the start is reported but keeps the process ready: without
 * PostgreSQL visitors still get cached pages, and Redis is optional.
 */
export class Readiness {
  /** Set by the stop signal: from then on the process reports 503, so that proxies route elsewhere. */
  isStopping = false
  /** Reasons besides the database for which the process is not ready yet; it is ready only when none is left. */
  readonly blockers = new Set<string>()
  readonly #redis: Redis
  readonly #checkSchema: () => Promise<SchemaCheck>
  #wasReachable = false
  #wasCurrent = false

  constructor({ db, redis }: { db: Database; redis: Redis }) {
    this.#redis = redis
    this.#checkSchema = shareResult(createSchemaCheck(db.pool, CHECK_TIMEOUT_MS), CHECK_INTERVAL_MS)
  }

  /** Asks PostgreSQL at most once a second, however often it is called. */
  async check(): Promise<ReadinessReport> {
    const { isReachable, isCurrent } = await this.#checkSchema()
    this.#wasReachable ||= isReachable
    this.#wasCurrent ||= isCurrent
    const isReady = this.#wasCurrent && this.blockers.size === 0
    return {
      status: this.isStopping ? 'stopping' : isReady ? 'ready' : 'unavailable',
      database: isReachable ? 'ok' : 'down',
      schema: this.#wasCurrent ? 'ok' : this.#wasReachable ? 'behind' : 'unknown',
      redis: this.#redis.status === 'ready' ? 'ok' : 'down',
      ...(this.blockers.size > 0 && { waitsFor: [...this.blockers] }),
    }
  }

  /** Resolves to true once the schema is that of this release, and to false if the process stops before. Says each cause of waiting once. */
  async waitForSchema(onWait: (schema: 'behind' | 'unknown') => void): Promise<boolean> {
    let said: string | undefined
    for (;;) {
      const { schema } = await this.check()
      if (this.isStopping || schema === 'ok') return !this.isStopping
      if (schema !== said) onWait(schema)
      said = schema
      await wait(POLL_MS)
    }
  }
}

/** Runs `task` at most once per interval; all callers meanwhile get the same result. */
function shareResult<T>(task: () => Promise<T>, intervalMs: number): () => Promise<T> {
  let last: { result: Promise<T>; startedAt: number } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.startedAt >= intervalMs) last = { result: task(), startedAt: now }
    return last.result
  }
}
