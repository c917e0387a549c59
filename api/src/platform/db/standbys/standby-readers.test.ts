import { once } from 'node:events'
import pg from 'pg'
import type { QueryConfig } from 'pg'
import { Registry } from 'prom-client'
import { describe, expect, test, vi } from 'vitest'
import { OverloadedError } from '../../semaphore.ts'
import { registerProcessMetrics } from '../../telemetry/process-metrics.ts'
import { isTransientDatabaseError } from '../transient-database-error.ts'
import type { Database } from '../database.ts'
import { readsShed } from './standby-metrics.ts'
import type { StandbyPool } from './standby-pool.ts'
import { StandbyReaders } from './standby-readers.ts'

const STATEMENT = { name: 'feed', text: 'select', values: [1] }
const FLOOR = 100

/** Readers of a primary and standbys that answer with their names. */
function createReaders(
  standbys: FakeStandby[],
  { isStarting = false, isOn = (_memberId?: string): boolean => true } = {},
) {
  const primary = { running: 0, most: 0, reads: 0, answer: async () => {} }
  const query = async () => {
    primary.reads += 1
    primary.running += 1
    primary.most = Math.max(primary.most, primary.running)
    await primary.answer()
    primary.running -= 1
    return { rows: ['primary'] }
  }
  const db = { pool: { options: { max: 10 }, query } } as unknown as Database
  const writes: unknown[] = []
  const readers = new StandbyReaders({
    db,
    position: { floor: isStarting ? undefined : FLOOR },
    standbys: standbys as unknown as StandbyPool[],
    isOn,
    onWrite: (error) => writes.push(error),
  })
  const read = async (position = 0, key = 'ada') =>
    (await readers.forCaller({ position, key }).pool.query(STATEMENT)).rows[0]
  return { readers, read, primary, writes }
}

class FakeStandby {
  readonly name: string
  isFit = true
  isPrimary = false
  behindBytes = 0
  replayed = FLOOR
  error: unknown

  constructor(name = 'standby') {
    this.name = name
  }

  async query(_statement: QueryConfig, required: number) {
    if (this.error) throw this.error
    return this.replayed < required ? 'behind' : { rows: [this.name] }
  }

  async close() {}
}

test('a read goes to a fit standby that has what everybody and the caller have to see', async () => {
  const standby = new FakeStandby()
  const { readers, read } = createReaders([standby])
  expect(await read()).toBe('standby')
  expect(await read(FLOOR)).toBe('standby')
  expect(await read(FLOOR + 1)).toBe('primary')
  standby.replayed = FLOOR + 1
  expect(await read(FLOOR + 1)).toBe('standby')
  standby.replayed = FLOOR - 1
  expect(await read()).toBe('primary')
  expect((await readers.everybody.pool.query(STATEMENT)).rows).toEqual(['primary'])
})

test('only a caller who is ahead of everybody reads alone', () => {
  const { readers } = createReaders([new FakeStandby()])
  expect(readers.forCaller({ position: FLOOR, key: '' }).position).toBeUndefined()
  expect(readers.forCaller({ position: FLOOR + 1, key: '' }).position).toBe(FLOOR + 1)
})

test('before the first sample, and without a fit standby, the primary reads', async () => {
  const unfit = new FakeStandby()
  unfit.isFit = false
  expect(await createReaders([unfit]).read()).toBe('primary')
  expect(await createReaders([new FakeStandby()], { isStarting: true }).read()).toBe('primary')
})

test('while an operator has switched it off for them, members and visitors read the primary, without a bound', async () => {
  const { readers, primary } = createReaders([new FakeStandby()], {
    isOn: (memberId) => memberId === 'ada',
  })
  const readAs = async (memberId?: string) => {
    const reader = readers.forCaller({ position: 0, key: '', memberId })
    return (await reader.pool.query(STATEMENT)).rows[0]
  }
  expect([await readAs('ada'), await readAs('bob'), await readAs()]).toEqual([
    'standby',
    'primary',
    'primary',
  ])
  expect((await readers.everybody.pool.query(STATEMENT)).rows).toEqual(['primary'])
  const gate = new EventTarget()
  primary.answer = async () => {
    await once(gate, 'open')
  }
  const reads = Array.from({ length: 40 }, async () => readAs('bob'))
  expect(primary.running).toBe(40)
  gate.dispatchEvent(new Event('open'))
  await Promise.all(reads)
})

test('a caller stays with one standby as long as it is fit, and callers are spread over all', async () => {
  const standbys = [new FakeStandby('one'), new FakeStandby('two')]
  const { read } = createReaders(standbys)
  const keys = Array.from({ length: 40 }, (_, nth) => `member ${nth}`)
  const readAll = async () => Promise.all(keys.map(async (key) => read(0, key)))
  const first = await readAll()
  expect(await readAll()).toEqual(first)
  for (const name of ['one', 'two'])
    expect(first.filter((each) => each === name).length).toBeGreaterThan(8)
  if (standbys[0]) standbys[0].isFit = false
  expect(new Set(await readAll())).toEqual(new Set(['two']))
})

describe('an error of a standby', () => {
  test.each([
    '57P01',
    '57P03',
    '40001',
    '40P01',
    '53300',
    'XX001',
    '42P01',
    '42703',
    '0A000',
    '3D000',
  ])('%s: the primary reads', async (code) => {
    const { read, writes } = createReaders([failing(code)])
    expect(await read()).toBe('primary')
    expect(writes).toEqual([])
  })

  test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
    '“%s”: the primary reads',
    async (message) => {
      const standby = new FakeStandby()
      standby.error = new Error(message)
      expect(await createReaders([standby]).read()).toBe('primary')
    },
  )

  test.each(['57014', '22P02', '23505', 'P0001', '42601'])(
    '%s: the caller gets it',
    async (code) => {
      const { read, primary } = createReaders([failing(code)])
      await expect(read()).rejects.toMatchObject({ code })
      expect(primary.reads).toBe(0)
    },
  )

  test('25006, of a statement that writes: the primary runs it, and it is reported', async () => {
    const { read, writes } = createReaders([failing('25006')])
    expect(await read()).toBe('primary')
    expect(writes).toHaveLength(1)
  })
})

test('what is missing on a standby is asked for on the primary', async () => {
  const { readers, primary } = createReaders([new FakeStandby()])
  const names = await readers.confirmMissing(async (reader) => {
    const { rows } = await reader.pool.query(STATEMENT)
    return rows[0] === 'primary' ? rows : undefined
  })
  expect([names, primary.reads]).toEqual([['primary'], 1])
})

test('without standbys the primary answers few reads at a time; others wait briefly, then they are refused', async () => {
  const shed = readsShed.total
  const { read, primary } = createReaders([])
  const gate = new EventTarget()
  primary.answer = async () => {
    await once(gate, 'open')
  }
  const reads = Array.from({ length: 40 }, async () => read())
  const settled = Promise.allSettled(reads)
  // A read of the caller's own write does not wait with them.
  const standby = new FakeStandby()
  const own = createReaders([standby])
  expect(await own.read(FLOOR + 1)).toBe('primary')
  await vi.waitFor(() => expect(readsShed.total - shed).toBe(37))
  gate.dispatchEvent(new Event('open'))
  const results = await settled
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(primary.most).toBe(3)
  const refused = results.find((result) => result.status === 'rejected')
  expect(refused?.reason).toBeInstanceOf(OverloadedError)
  // Visitors get the last copy.
  expect(isTransientDatabaseError(refused?.reason)).toBe(true)
})

test('the metrics show each standby until its readers are closed', async () => {
  const registry = new Registry()
  registerProcessMetrics(registry)
  const primary = new FakeStandby('10.0.0.11:5432')
  Object.assign(primary, { isFit: false, isPrimary: true })
  const { readers, read } = createReaders([new FakeStandby('10.0.0.12:5432'), primary])
  await read()
  const shown = await registry.metrics()
  expect(shown).toContain('standby_fit{standby="10.0.0.12:5432"} 1')
  expect(shown).toContain('standby_behind_bytes{standby="10.0.0.12:5432"} 0')
  expect(shown).not.toContain('10.0.0.11')
  expect(shown).toMatch(/^database_reads_total\{target="standby"\} [1-9]/mu)
  await readers.close()
  expect(await registry.metrics()).not.toContain('10.0.0.12')
})

function failing(code: string): FakeStandby {
  const standby = new FakeStandby()
  standby.error = Object.assign(new pg.DatabaseError(code, 1, 'error'), { code })
  return standby
}
