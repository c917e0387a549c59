import pg from 'pg'
import type { QueryConfig } from 'pg'
import { openDatabase, type Database } from '../database.ts'
import { isAnswer } from '../wrap-pool.ts'
import type { PrimaryPosition } from './primary-position.ts'

const CHECK_INTERVAL_MS = 500
const CHECK_TIMEOUT_MS = 400
const CONNECTION_TIMEOUT_MS = 300
/** One bad answer takes a standby out at once; after it, one good answer may be luck. */
const GOOD_CHECKS_MIN = 2
/** While the primary is away, standbys serve what they have for this long. */
const WITHOUT_PRIMARY_MAX_MS = 60_000

const REPLAYED = {
  name: 'replayed',
  text: "select coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as place",
}
/** A promoted server is no standby any more, and one that receives nothing may be cut off from the primary. */
const CHECK = {
  name: 'check-standby',
  text: `select pg_is_in_recovery() as "isInRecovery", exists (select from pg_stat_wal_receiver) as "isStreaming",
    coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as place`,
}

interface CheckRow {
  isInRecovery: boolean
  isStreaming: boolean
  place: number
}

type Position = Pick<PrimaryPosition, 'floor' | 'newest' | 'awayMs'>

interface Options {
  url: string
  position: Position
  poolSize: number
  applicationName?: string
  /** Called when the standby becomes fit or unfit. */
  onChange?: (name: string, isFit: boolean) => void
}

/** The connections to one server that may be a standby, and whether it may be read: after a failover the former primary is one. */
export class StandbyPool {
  /** Its host and port, for metrics and logs. */
  readonly name: string
  readonly #database: Database
  readonly #url: string
  readonly #position: Position
  readonly #onChange: (name: string, isFit: boolean) => void
  readonly #timer: NodeJS.Timeout
  readonly #clients = new Set<pg.PoolClient>()
  /** The highest place that a connection has seen replayed. Behind a proxy, another connection may lead to another server. */
  readonly #replayed = new WeakMap<pg.PoolClient, number>()
  #checker: pg.Client | undefined
  #isChecking = false
  #goodChecks = 0
  #isFit = false
  #isPrimary = false
  #place = 0

  constructor({ url, position, poolSize, applicationName, onChange = () => {} }: Options) {
    const { hostname, port } = new URL(url)
    this.name = `${hostname}:${port || '5432'}`
    this.#url = url
    this.#position = position
    this.#onChange = onChange
    this.#database = openDatabase(url, {
      poolSize,
      isReadOnly: true,
      connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
      ...(applicationName !== undefined && { applicationName }),
    })
    this.#database.pool.on('connect', (client) => this.#clients.add(client))
    this.#database.pool.on('remove', (client) => this.#clients.delete(client))
    this.#timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS).unref()
  }

  get isFit(): boolean {
    return this.#isFit
  }

  /** Whether its last answer was that of a primary. */
  get isPrimary(): boolean {
    return this.#isPrimary
  }

  get behindBytes(): number {
    return Math.max(0, (this.#position.newest ?? 0) - this.#place)
  }

  /** Runs the statement, unless the standby has not replayed the required place yet. */
  async query(statement: QueryConfig, required: number): Promise<{ rows: unknown[] } | 'behind'> {
    const client = await this.#database.pool.connect()
    try {
      const isBehind =
        (this.#replayed.get(client) ?? 0) < required && (await this.#readPlace(client)) < required
      const result = isBehind ? 'behind' : await client.query(statement)
      client.release()
      return result
    } catch (error) {
      client.release(!isAnswer(error))
      throw error
    }
  }

  async #readPlace(client: pg.PoolClient): Promise<number> {
    const { rows } = await client.query<{ place: number }>(REPLAYED)
    const place = rows[0]?.place ?? 0
    this.#replayed.set(client, place)
    return place
  }

  /** Asks the standby, as every half second, whether it may be read. */
  async check(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      const checker = (this.#checker ??= await this.#openChecker())
      const { rows } = await checker.query<CheckRow>(CHECK)
      this.#note(rows[0] !== undefined && this.#isUsable(rows[0]))
    } catch {
      this.#dropChecker()
      this.#isPrimary = false
      this.#note(false)
      // Reads that wait for a server which does not answer move on to the primary.
      for (const client of this.#clients) if (client instanceof pg.Client) void client.end()
    } finally {
      this.#isChecking = false
    }
  }

  #isUsable({ isInRecovery, isStreaming, place }: CheckRow): boolean {
    this.#place = place
    this.#isPrimary = !isInRecovery
    const { floor, awayMs } = this.#position
    if (!isInRecovery || floor === undefined || place < floor) return false
    return awayMs === 0 ? isStreaming : awayMs < WITHOUT_PRIMARY_MAX_MS
  }

  #note(isGood: boolean): void {
    this.#goodChecks = isGood ? this.#goodChecks + 1 : 0
    const isFit = isGood && (this.#isFit || this.#goodChecks >= GOOD_CHECKS_MIN)
    if (isFit !== this.#isFit) this.#onChange(this.name, isFit)
    this.#isFit = isFit
  }

  async #openChecker(): Promise<pg.Client> {
    const checker = new pg.Client({
      connectionString: this.#url,
      application_name: 'dolph-check',
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
      options: '-c default_transaction_read_only=on',
    })
    checker.on('error', () => this.#dropChecker())
    await checker.connect()
    return checker
  }

  #dropChecker(): void {
    const checker = this.#checker
    this.#checker = undefined
    void checker?.end().catch(() => {})
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#dropChecker()
    await this.#database.destroy()
  }
}
