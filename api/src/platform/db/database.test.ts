import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { startApp } from '../../testing/start-app.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { databaseAddress, openTestDatabase } from '../../testing/test-database.ts'
import { waitForBlockedStatements } from '../../testing/wait-for-blocked-statements.ts'
import { openDatabase } from './database.ts'
import { isRetryableNow, isTransientDatabaseError } from './transient-database-error.ts'

describe('ids', () => {
  test('are UUIDv7 that contain the time of creation, to the millisecond', async () => {
    await using database = await openTestDatabase()
    const at = '2026-03-04T05:06:07.899Z'

    const { rows } = await sql<{ id: string; time: string }>`
      select id, uuid_v7_time(id) as time from (select uuid_v7(${at}::timestamptz) as id) as generated
    `.execute(database.db)

    expect(rows[0]?.time).toBe(at)
    expect(rows[0]?.id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })

  test('that are made within a millisecond sort in the order of their creation', async () => {
    await using database = await openTestDatabase()

    const { rows } = await sql<{ ids: string[] }>`
      select array_agg(id order by number) as ids
      from (select number, uuid_v7() as id from generate_series(1, 1000) as number) as generated
    `.execute(database.db)

    expect(rows[0]?.ids).toEqual(rows[0]?.ids.toSorted())
  })

  test('of posts sort in the order of their creation', async () => {
    await using database = await openTestDatabase()
    const ada = await createMemberFixture(database.db, 'ada')
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      ids.push(await createPostFixture(database.db, ada))
      await sql`select pg_sleep(0.002)`.execute(database.db)
    }
    expect(ids.toSorted()).toEqual(ids)
  })
})

describe('usernames', () => {
  test('are unique regardless of case', async () => {
    await using database = await openTestDatabase()
    await createMemberFixture(database.db, 'Ada')
    await expect(createMemberFixture(database.db, 'aDA')).rejects.toThrow('members_username')
  })
})

describe('an outage', () => {
  test('of PostgreSQL answers 503 with Retry-After, never 401, and recovers by itself', async () => {
    await using proxy = await startTcpProxy(databaseAddress)
    await using api = await startApp({ rewriteDatabaseUrl: redirectToPort(proxy.port) })
    const read = (type: string) => api.app.inject(`/api/posts/browse?type=${type}`)

    await proxy.disconnect()
    const during = await read('showcase')
    await proxy.reconnect()
    const after = await read('showcase')

    expect(during.statusCode).toBe(503)
    expect(during.json()).toMatchObject({ success: false, code: 'unavailable' })
    expect(Number(during.headers['retry-after'])).toBeGreaterThan(0)
    expect(after.statusCode).toBe(200)
  })

  test('leaves visitors the pages that were read before', async () => {
    await using proxy = await startTcpProxy(databaseAddress)
    await using api = await startApp({ rewriteDatabaseUrl: redirectToPort(proxy.port) })
    await createPostFixture(api.db, await createMemberFixture(api.db, 'ada'))
    const before = await api.app.inject('/api/posts/browse')

    await proxy.disconnect()
    await wait(1_100)
    const during = await api.app.inject('/api/posts/browse')

    expect(during.statusCode).toBe(200)
    expect(during.body).toBe(before.body)
  })

  test('without any answer ends queries and transactions after one timeout, and their connections are not used again', async () => {
    await using proxy = await startTcpProxy(databaseAddress)
    await using database = await openTestDatabase()
    const url = redirectToPort(proxy.port)(new URL(database.url)).href
    await using db = openDatabase(url, { statementTimeoutMs: 100 })
    const query = sql`select 1 as one`
    const runTransaction = async () => db.transaction().execute(async (tx) => query.execute(tx))
    await Promise.all([query.execute(db), runTransaction()])

    proxy.freeze()
    const startedAt = Date.now()
    const results = await Promise.allSettled([
      query.execute(db),
      runTransaction(),
      db.pool.query('select 1'),
    ])
    const waitedMs = Date.now() - startedAt
    proxy.resume()

    const reasons = results.map((result) => result.status === 'rejected' && result.reason)
    expect(reasons.map(isTransientDatabaseError)).toEqual([true, true, true])
    expect(waitedMs).toBeLessThan(2_500)
    expect((await query.execute(db)).rows).toEqual([{ one: 1 }])
    expect(db.pool.totalCount).toBeLessThanOrEqual(1)
  })

  test('a column that a migration adds during a call is a reason to call again', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    await sql`create table notes (content text)`.execute(db)
    await sql`
      create function read_notes() returns setof notes language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(1);
        return query select * from notes;
      end $$`.execute(db)
    const readNotes = async () => sql`select * from read_notes()`.execute(db)

    const failure = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx)
      const reading = readNotes().catch((error: unknown) => error)
      await waitForBlockedStatements(db)
      await sql`alter table notes add column line text`.execute(db)
      return { reading }
    })

    expect(isRetryableNow(await failure.reading)).toBe(true)
    expect((await readNotes()).rows).toEqual([])
    await sql`drop function read_notes; drop table notes`.execute(db)
  })

  test('a query error is not treated as an outage', async () => {
    await using database = await openTestDatabase()
    const failure = await sql`select 1 / 0`.execute(database.db).catch((error: unknown) => error)
    expect(isTransientDatabaseError(failure)).toBe(false)
  })
})

function redirectToPort(port: number) {
  return (url: URL) => Object.assign(url, { hostname: '127.0.0.1', port: String(port) })
}
