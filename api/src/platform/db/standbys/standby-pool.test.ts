import { parsePosition } from '@dolph/contract/position'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startStandbys } from '../../../testing/servers/standby.ts'
import { startTcpProxy } from '../../../testing/servers/tcp-proxy.ts'
import { openDatabase, type Database } from '../database.ts'
import { PrimaryPosition } from './primary-position.ts'
import { StandbyPool } from './standby-pool.ts'
import { StandbyReaders } from './standby-readers.ts'

/** The number of a row, and whether a standby has answered. */
const STATEMENT = {
  name: 'newest',
  text: 'select coalesce(max(id), 0) as id, pg_is_in_recovery() as "isStandby" from notes',
}
const ATTEMPTS = { timeout: 20_000, interval: 50 }

let servers: Awaited<ReturnType<typeof startStandbys>>
let db: Database
const closing: (() => unknown)[] = []

beforeAll(async () => {
  servers = await startStandbys(2)
  db = openDatabase(servers.primary.url)
  await servers.primary.query('create table notes (id int primary key)')
  return async () => {
    await db.destroy()
    await servers[Symbol.asyncDispose]()
  }
}, 120_000)

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

describe('a standby', () => {
  test('answers reads once it is fit, and what a caller has just written the primary', async () => {
    const { read, write, waitUntilFit } = await openReaders([getStandby(0).url])
    await waitUntilFit()
    expect(await read()).toMatchObject({ isStandby: true })
    await getStandby(0).pause()
    const { id, place } = await write()
    expect(await read(place)).toEqual({ id, isStandby: false })
    await getStandby(0).resume()
    await vi.waitFor(
      async () => expect(await read(place)).toEqual({ id, isStandby: true }),
      ATTEMPTS,
    )
  })

  test('that stands still is left out before it is a second behind, and is fit again once it has caught up', async () => {
    const { read, write, pools, waitUntilFit } = await openReaders([getStandby(0).url])
    await waitUntilFit()
    await getStandby(0).pause()
    const { id } = await write()
    await vi.waitFor(() => expect(pools[0]?.isFit).toBe(false), ATTEMPTS)
    expect(await read()).toEqual({ id, isStandby: false })
    await getStandby(0).resume()
    await waitUntilFit()
    expect(await read()).toEqual({ id, isStandby: true })
  })

  test('that loses its connections or answers nothing costs its callers no error', async () => {
    await using proxy = await startTcpProxy({ host: '127.0.0.1', port: getStandby(0).port })
    const url = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`
    const { read, pools, waitUntilFit } = await openReaders([url])
    await waitUntilFit()
    await read()
    await proxy.disconnect()
    expect(await read()).toMatchObject({ isStandby: false })
    await proxy.reconnect()
    await waitUntilFit()
    expect(await read()).toMatchObject({ isStandby: true })
    proxy.freeze()
    // The read waits until the check closes its connection.
    expect(await read()).toMatchObject({ isStandby: false })
    await vi.waitFor(() => expect(pools[0]?.isFit).toBe(false), ATTEMPTS)
    proxy.resume()
  })

  test('is no place for a statement that writes, or for one of a table that it does not have', async () => {
    const { pools, waitUntilFit } = await openReaders([getStandby(0).url])
    await waitUntilFit()
    const run = async (text: string) => pools[0]?.query({ text }, 0)
    await expect(run('insert into notes values (-1)')).rejects.toMatchObject({ code: '25006' })
    await expect(run('select from missing')).rejects.toMatchObject({ code: '42P01' })
    await expect(run("select pg_notify('a', '')")).rejects.toBeInstanceOf(pg.DatabaseError)
  })
})

test('the callers of a standby that dies go to the other', async () => {
  await using proxy = await startTcpProxy({ host: '127.0.0.1', port: getStandby(0).port })
  const url = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`
  const { read, pools, waitUntilFit } = await openReaders([url, getStandby(1).url])
  await waitUntilFit()
  await proxy.disconnect()
  await vi.waitFor(() => expect(pools[0]?.isFit).toBe(false), ATTEMPTS)
  // The other one is left out for a second whenever it answers late, as on a busy machine.
  await vi.waitFor(async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, nth) => read(0, `member ${nth}`)),
    )
    expect(answers.every(({ isStandby }) => isStandby)).toBe(true)
  }, ATTEMPTS)
})

test('a standby that is promoted is left out', async () => {
  const { read, pools, waitUntilFit } = await openReaders([getStandby(1).url])
  await waitUntilFit()
  await getStandby(1).promote()
  await vi.waitFor(
    () => expect(pools[0]).toMatchObject({ isFit: false, isPrimary: true }),
    ATTEMPTS,
  )
  expect(await read()).toMatchObject({ isStandby: false })
})

function getStandby(index: number) {
  const standby = servers.standbys[index]
  if (!standby) throw new Error(`There is no standby ${index}`)
  return standby
}

async function openReaders(urls: string[]) {
  const position = new PrimaryPosition({ db })
  const pools = urls.map((url) => new StandbyPool({ url, position, poolSize: 2 }))
  const readers = new StandbyReaders({ db, position, standbys: pools })
  closing.push(
    () => position.close(),
    async () => readers.close(),
  )
  return {
    pools,
    waitUntilFit: async () =>
      vi.waitFor(() => expect(pools.every(({ isFit }) => isFit)).toBe(true), ATTEMPTS),
    read: async (place = 0, key = 'ada') => {
      const { rows } = await readers.forCaller({ position: place, key }).pool.query(STATEMENT)
      return rows[0] as { id: number; isStandby: boolean }
    },
    write: async () => {
      const { rows } = await db.pool.query<{ id: number }>(
        'insert into notes select coalesce(max(id), 0) + 1 from notes returning id',
      )
      return { id: rows[0]?.id ?? 0, place: parsePosition(await position.read()) }
    },
  }
}
