import { AsyncLocalStorage } from 'node:async_hooks'
import {
  parsePosition,
  pickLaterPosition,
  POSITION_HEADER,
  type Position,
} from '@dolph/contract/position'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Database } from '../platform/db/database.ts'
import { PrimaryPosition } from '../platform/db/standbys/primary-position.ts'
import { StandbyPool } from '../platform/db/standbys/standby-pool.ts'
import { StandbyReaders } from '../platform/db/standbys/standby-readers.ts'

/** Set by `pnpm test:standby`: the standby of the test server, which replays everything two seconds late. */
export const TEST_STANDBY_URL = process.env['TEST_STANDBY_URL']
/** `off` shows that the tests fail without the positions of replies. */
const HAS_POSITIONS = process.env['TEST_STANDBY_POSITIONS'] !== 'off'

/** The standby is fit however late it is: the floor of the product, which keeps late ones out, would hide a missing position. */
const NO_FLOOR = { floor: 0, newest: 0, awayMs: 0 }
const POOL_SIZE = 5
const READS = /^\s*(?:select|begin|commit|rollback|show|set|reset)\b/iu

/** Whether the running statement belongs to a request of the app. */
const requests = new AsyncLocalStorage<true>()

/**
 * Instead of a floor in time: everybody sees what the test itself has written before the request, as nobody else would have told them.
 * What requests write is seen only by those who have its position.
 */
class TestPosition extends PrimaryPosition {
  #place = 0
  #hasWrites = true

  override get floor(): number {
    return this.#place
  }

  override isPlausible(): boolean {
    return true
  }

  noteStatement(text: string): void {
    if (requests.getStore() === undefined && !READS.test(text)) this.#hasWrites = true
  }

  async readWrites(): Promise<void> {
    if (!this.#hasWrites) return
    this.#hasWrites = false
    this.#place = parsePosition(await this.read())
  }
}

/** Reads from the standby, as `StandbyReaders` does in the product. */
export async function openStandbyTestMode(db: Database, url: string, standbyUrl: string) {
  const position = new TestPosition({ db })
  watchStatements(db, position)
  const ownUrl = new URL(new URL(url).pathname, standbyUrl).href
  const standby = new StandbyPool({ url: ownUrl, position: NO_FLOOR, poolSize: POOL_SIZE })
  const readers = new StandbyReaders({
    db,
    position,
    standbys: [standby],
    onWrite: (error) => {
      throw error
    },
  })
  // A database that was just created appears there two seconds later.
  while (!standby.isFit) await standby.check()
  return {
    position,
    readers,
    /** Must be called before the app is ready. */
    watchRequests(app: FastifyInstance): void {
      app.addHook('onRequest', (_request, _reply, done) =>
        requests.run(true, () => {
          position.readWrites().then(() => done(), done)
        }),
      )
    },
    close: async () => readers.close(),
  }
}

function watchStatements({ pool }: Database, position: TestPosition): void {
  const watched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    client.query = new Proxy(client.query.bind(client), {
      apply(query, self, args: unknown[]) {
        const [statement] = args
        position.noteStatement(
          typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? ''),
        )
        return Reflect.apply(query, self, args)
      },
    })
  })
}

let latest: Position | undefined

/** A test has seen all replies to its browsers, as a person with several tabs and friends beside them. */
export function keepTestPosition(header: unknown): void {
  if (TEST_STANDBY_URL !== undefined && HAS_POSITIONS && typeof header === 'string')
    latest = pickLaterPosition(latest, header)
}

export function getTestPositionHeader(): Record<string, string> {
  return latest === undefined ? {} : { [POSITION_HEADER]: latest }
}

/** Whether the browsers of tests keep this cookie. */
export function isKeptCookie(name: string): boolean {
  return HAS_POSITIONS || name !== 'position'
}
