import {
  formatPosition,
  parsePosition,
  pickLaterPosition,
  type Position,
} from '@dolph/contract/position'
import fc from 'fast-check'
import type { QueryConfig } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseSize } from '../../../testing/test-size.ts'
import type { Database } from '../database.ts'
import type { Reader } from '../reader.ts'
import { PrimaryPosition } from './primary-position.ts'
import type { StandbyPool } from './standby-pool.ts'
import { StandbyReaders } from './standby-readers.ts'

const STEP_MS = 100
/** Between two samples, and between two checks. */
const INTERVAL_MS = 500
/** The oldest sample that can be the floor. */
const STALE_MAX_MS = 1_000
const TABS = 4

interface Commit {
  place: number
  at: number
}

/** The primary, as its standbys and processes see it: places that grow by commits, on the clock of the test. */
class Model {
  now = 0
  commits: Commit[] = [{ place: 1, at: 0 }]

  commit(bytes: number): number {
    const place = this.newest + bytes
    this.commits.push({ place, at: this.now })
    return place
  }

  get newest(): number {
    return this.commits.at(-1)?.place ?? 0
  }

  /** The newest commit that is at least this old. */
  getPlaceAt(at: number): number {
    return this.commits.findLast((commit) => commit.at <= at)?.place ?? 0
  }
}

/** A standby with a lag, which may be paused or promoted; its fitness is that of the last two checks. */
class ModelStandby {
  readonly name: string
  readonly #model: Model
  readonly #getFloor: () => number | undefined
  isFit = false
  behindBytes = 0
  lagMs = 0
  isPaused = false
  isPromoted = false
  replayed = 0
  #goodChecks = 0

  constructor(name: string, model: Model, getFloor: () => number | undefined) {
    this.name = name
    this.#model = model
    this.#getFloor = getFloor
  }

  replay(): void {
    if (this.isPaused || this.isPromoted) return
    this.replayed = Math.max(this.replayed, this.#model.getPlaceAt(this.#model.now - this.lagMs))
  }

  check(): void {
    const floor = this.#getFloor()
    const isGood = !this.isPromoted && floor !== undefined && this.replayed >= floor
    this.#goodChecks = isGood ? this.#goodChecks + 1 : 0
    this.isFit = isGood && (this.isFit || this.#goodChecks >= 2)
  }

  async query(_statement: QueryConfig, required: number) {
    return this.replayed < required ? 'behind' : { rows: [this.replayed] }
  }

  async close() {}
}

/** A process: its own samples of the primary, and its own view of both standbys. */
function createProcess(model: Model, lags: readonly { standby: ModelStandby }[]) {
  const db = {
    pool: {
      options: { max: 100 },
      query: async ({ text }: QueryConfig) =>
        text.includes('pg_wal_lsn_diff')
          ? { rows: [{ place: model.newest }] }
          : { rows: [model.newest] },
    },
  } as unknown as Database
  const position = new PrimaryPosition({ db })
  position.close()
  const pools = lags.map(({ standby }) => {
    const pool = new ModelStandby(standby.name, model, () => position.floor)
    return { pool, standby }
  })
  const readers = new StandbyReaders({
    db,
    position,
    standbys: pools.map(({ pool }) => pool) as unknown as StandbyPool[],
  })
  return {
    position,
    readers,
    /** What the standby has replayed is the same for all processes; whether it is fit, each decides. */
    update(isCheckDue: boolean): void {
      for (const { pool, standby } of pools) {
        pool.replayed = standby.replayed
        pool.isPromoted = standby.isPromoted
        if (isCheckDue) pool.check()
      }
    },
  }
}

interface Tab {
  nth: number
  carried: Position | undefined
  seen: number
}

type Process = ReturnType<typeof createProcess>

const anyTab = fc.nat({ max: TABS - 1 })
const step = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    tab: anyTab,
    bytes: fc.integer({ min: 1, max: 9_000 }),
  }),
  fc.record({ kind: fc.constant('announce' as const), tab: anyTab, to: anyTab }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read' as const), tab: anyTab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      steps: fc.integer({ min: 1, max: 12 }),
    }),
  },
  fc.record({
    kind: fc.constant('lag' as const),
    nth: fc.nat({ max: 1 }),
    ms: fc.integer({ min: 0, max: 3_000 }),
  }),
  fc.record({
    kind: fc.constant('pause' as const),
    nth: fc.nat({ max: 1 }),
    isPaused: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('promote' as const), nth: fc.nat({ max: 1 }) }),
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

let model: Model
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => model.now))
afterEach(() => void vi.restoreAllMocks())

test('own and announced writes are seen, and nothing older than the promise, whatever standbys do', async () => {
  const steps = fc.array(step, { minLength: 20, maxLength: 80 })
  const played = fc.assert(fc.asyncProperty(steps, playSteps), {
    numRuns: chooseSize({ short: 200, long: 2_000 }),
  })
  await expect(played).resolves.toBeUndefined()
})

async function playSteps(steps: readonly Step[]): Promise<void> {
  model = new Model()
  const standbys = ['one', 'two'].map((name) => ({
    standby: new ModelStandby(name, model, () => undefined),
  }))
  const processes = [createProcess(model, standbys), createProcess(model, standbys)]
  /** What each tab carries, and what it has to see. */
  const tabs: Tab[] = Array.from({ length: TABS }, (_, nth) => ({
    nth,
    carried: undefined,
    seen: 0,
  }))

  async function wait(count: number): Promise<void> {
    for (let nth = 0; nth < count; nth += 1) {
      model.now += STEP_MS
      for (const { standby } of standbys) standby.replay()
      if (model.now % INTERVAL_MS === 0)
        await Promise.all(processes.map(async ({ position }) => position.sample()))
      // Late, so that a standby may fall far behind between two checks.
      const isCheckDue = model.now % INTERVAL_MS === INTERVAL_MS - STEP_MS
      for (const each of processes) each.update(isCheckDue)
    }
  }

  async function play(one: Step, index: number): Promise<void> {
    // Requests of one tab go to both processes in turn.
    const process = getAt(processes, index % 2)
    if (one.kind === 'wait') return wait(one.steps)
    if (one.kind === 'lag') getAt(standbys, one.nth).standby.lagMs = one.ms
    else if (one.kind === 'pause') getAt(standbys, one.nth).standby.isPaused = one.isPaused
    else if (one.kind === 'promote') getAt(standbys, one.nth).standby.isPromoted = true
    else if (one.kind === 'write') {
      const tab = getAt(tabs, one.tab)
      tab.seen = model.commit(one.bytes)
      tab.carried = pickLaterPosition(tab.carried, await process.position.read())
    } else if (one.kind === 'announce') {
      // The publisher reads the position after the commit of what the event is about.
      const to = getAt(tabs, one.to)
      to.seen = Math.max(to.seen, getAt(tabs, one.tab).seen)
      to.carried = pickLaterPosition(to.carried, formatPosition(model.newest))
    } else await readAndCompare(process, getAt(tabs, one.tab))
  }

  await wait(20)
  for (const [index, one] of steps.entries()) await play(one, index)
}

async function readAndCompare({ position, readers }: Process, tab: Tab): Promise<void> {
  const place = parsePosition(tab.carried)
  const reader = readers.forCaller({
    position: position.isPlausible(place) ? place : 0,
    key: String(tab.nth),
  })
  const read = await readPlace(reader)
  if (read < tab.seen) throw new Error(`tab ${tab.nth} misses what it wrote or was told of`)
  if (read < model.getPlaceAt(model.now - STALE_MAX_MS)) throw new Error('a read is too old')
  // A crawler follows a link to what has just been committed.
  const found = await readers.confirmMissing(async (from) => {
    const linked = await readPlace(from)
    return linked >= model.newest ? linked : undefined
  })
  if (found !== model.newest) throw new Error('what is committed is not found')
}

async function readPlace(reader: Reader): Promise<number> {
  const { rows } = await reader.pool.query({ name: 'list', text: 'select' })
  return Number(rows[0])
}

function getAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no item ${index}`)
  return item
}
