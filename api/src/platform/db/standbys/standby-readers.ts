import type { QueryConfig } from 'pg'
import { OverloadedError, Semaphore } from '../../semaphore.ts'
import type { Database } from '../database.ts'
import type { Reader } from '../reader.ts'
import { classifyReadError } from './classify-read-error.ts'
import type { PrimaryPosition } from './primary-position.ts'
import type { ReadingCaller, Readers } from './readers.ts'
import { readsShed, showStandby, standbyReads, type ReadTarget } from './standby-metrics.ts'
import type { StandbyPool } from './standby-pool.ts'

/** Of the primary's pool: the rest stays free for what only the primary can do. */
const FALLBACK_SHARE = 0.3
const FALLBACK_QUEUE_MAX = 30
const FALLBACK_WAIT_MS = 250

interface Options {
  db: Database
  position: Pick<PrimaryPosition, 'floor'>
  standbys: readonly StandbyPool[]
  /** Whether the member, or without one everybody, reads from standbys: the flag `standby-reads`. */
  isOn?: (memberId?: string) => boolean
  /** A statement that was prepared for reading writes: a bug, which the primary hides from the caller. */
  onWrite?: (error: unknown) => void
}

/**
 * Reads from standbys: a caller's reads from one that has replayed what the caller has written, all others from one that is at most a
 * second behind. Where there is none, the primary reads, but only as many at a time as leave it free to write.
 */
export class StandbyReaders implements Readers {
  readonly haveStandbys = true
  readonly everybody: Reader
  readonly #db: Database
  readonly #position: Pick<PrimaryPosition, 'floor'>
  readonly #standbys: readonly StandbyPool[]
  readonly #isOn: (memberId?: string) => boolean
  readonly #onWrite: (error: unknown) => void
  readonly #fallback: Semaphore
  readonly #hide: (() => void)[]

  constructor({ db, position, standbys, isOn = () => true, onWrite = () => {} }: Options) {
    this.#db = db
    this.#position = position
    this.#standbys = standbys
    this.#isOn = isOn
    this.#onWrite = onWrite
    this.#fallback = new Semaphore({
      concurrency: Math.ceil((db.pool.options.max ?? 10) * FALLBACK_SHARE),
      queueMax: FALLBACK_QUEUE_MAX,
      waitTimeoutMs: FALLBACK_WAIT_MS,
    })
    this.#hide = standbys.map(showStandby)
    this.everybody = {
      identity: db,
      pool: {
        query: async (statement) =>
          this.#read(statement, {
            position: 0,
            key: `${statement.name} ${statement.values?.join()}`,
          }),
      },
    }
  }

  forCaller(caller: ReadingCaller): Reader {
    const isAhead = caller.position > (this.#position.floor ?? 0)
    return {
      identity: this.#db,
      pool: { query: async (statement) => this.#read(statement, caller) },
      ...(isAhead && { position: caller.position }),
    }
  }

  async confirmMissing<T>(
    read: (reader: Reader) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    return (await read(this.everybody)) ?? read(this.#db)
  }

  async close(): Promise<void> {
    for (const hide of this.#hide) hide()
    await Promise.all(this.#standbys.map(async (standby) => standby.close()))
  }

  async #read(statement: QueryConfig, { position, key, memberId }: ReadingCaller) {
    // Not bounded: without `DATABASE_READ_URL` it would not be either.
    if (!this.#isOn(memberId)) {
      standbyReads['switched-off'] += 1
      return this.#db.pool.query(statement)
    }
    const { floor } = this.#position
    const standby = floor === undefined ? undefined : this.#pick(key)
    if (!standby || floor === undefined) return this.#readPrimary(statement, 'none-fit')
    try {
      const result = await standby.query(statement, Math.max(position, floor))
      if (result !== 'behind') {
        standbyReads.standby += 1
        return result
      }
    } catch (error) {
      const next = classifyReadError(error)
      if (next === 'caller') throw error
      if (next === 'report') this.#onWrite(error)
      return this.#readPrimary(statement, 'failed')
    }
    return this.#readPrimary(statement, position > floor ? 'own-write' : 'behind')
  }

  async #readPrimary(statement: QueryConfig, reason: ReadTarget): Promise<{ rows: unknown[] }> {
    standbyReads[reason] += 1
    const query = async () => this.#db.pool.query(statement)
    // Bounded by the writes that came before.
    if (reason === 'own-write') return query()
    try {
      return await this.#fallback.run(query)
    } catch (error) {
      if (error instanceof OverloadedError) readsShed.total += 1
      throw error
    }
  }

  #pick(key: string): StandbyPool | undefined {
    const fit = this.#standbys.filter(({ isFit }) => isFit)
    return fit[hash(key) % fit.length]
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93)
  return value >>> 0
}
