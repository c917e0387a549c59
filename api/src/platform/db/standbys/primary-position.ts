import { formatPosition, type Position } from '@dolph/contract/position'
import { sql } from 'kysely'
import { SharedReads } from '../caches/shared-reads.ts'
import type { Database } from '../database.ts'
import { prepareStatement, toCompilable } from '../prepared-statement.ts'

const SAMPLE_INTERVAL_MS = 500
/** Everybody sees at least what was written this long before the last sample, so that no standby in use is a second behind. */
const FLOOR_AGE_MS = 500
/** As long as a wait for a connection may take, and a sample after it. */
const AWAY_AFTER_MS = 3_000
/** A caller's position that is further ahead of the last sample is forged: no primary writes as much in half a second. */
const AHEAD_MAX_BYTES = 16 * 1024 * 1024

interface Sample {
  place: number
  beganAt: number
}

interface Options {
  db: Database
  /** The primary was not asked; the floor stays, and the next sample is tried. */
  onError?: (error: unknown) => void
}

/**
 * How far the primary has written, in bytes of WAL. What is flushed is what its standbys get; what is only inserted may never reach
 * them. A statement that wrote does not know its own position: it is read after the commit.
 */
export class PrimaryPosition {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  readonly #reads = new SharedReads<number>()
  readonly #timer: NodeJS.Timeout
  /** The newest sample that may be the floor, and those after it; the oldest first. */
  #samples: Sample[] = []

  constructor({ db, onError = () => {} }: Options) {
    this.#db = db
    this.#onError = onError
    this.#timer = setInterval(() => void this.sample(), SAMPLE_INTERVAL_MS).unref()
  }

  /** A position that has all that was committed before the call. Concurrent callers share the statement. */
  async read(): Promise<Position> {
    return formatPosition(await this.#readPlace())
  }

  /** What each reader has to have at least; undefined before the first sample is old enough. While the primary is away it stands still. */
  get floor(): number | undefined {
    const latest = performance.now() - FLOOR_AGE_MS
    return this.#samples.findLast(({ beganAt }) => beganAt <= latest)?.place
  }

  /** The place of the last sample. */
  get newest(): number | undefined {
    return this.#samples.at(-1)?.place
  }

  /** How long the primary has not answered; 0 while it does. */
  get awayMs(): number {
    const beganAt = this.#samples.at(-1)?.beganAt
    const silentMs = beganAt === undefined ? 0 : performance.now() - beganAt
    return silentMs >= AWAY_AFTER_MS ? silentMs : 0
  }

  /** Whether a caller can have got this place from a reply. */
  isPlausible(place: number): boolean {
    return this.newest !== undefined && place <= this.newest + AHEAD_MAX_BYTES
  }

  /** Reads how far the primary is, as every half second. */
  async sample(): Promise<void> {
    const beganAt = performance.now()
    try {
      const place = await this.#readPlace()
      const floorIndex = this.#samples.findLastIndex(
        (sample) => sample.beganAt <= beganAt - FLOOR_AGE_MS,
      )
      this.#samples = [...this.#samples.slice(Math.max(floorIndex, 0)), { place, beganAt }]
    } catch (error) {
      this.#onError(error)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #readPlace(): Promise<number> {
    return this.#reads.read('', async () => {
      const [row] = await positionStatement.run(this.#db, {})
      return row?.place ?? 0
    })
  }
}

const positionStatement = prepareStatement<object, { place: number }>(() =>
  // A double is exact up to 8 petabytes of WAL.
  toCompilable(sql`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as place`),
)
