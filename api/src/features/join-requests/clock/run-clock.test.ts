import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import {
  createJoinRequestFixture,
  createRoleFixture,
} from '../../../testing/join-request-fixtures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { runClock } from './run-clock.ts'

const START = Date.UTC(2026, 0, 1)
const DAY_MS = 24 * 3_600_000

describe('the clock', () => {
  test('reminds at half of the time and at nine tenths, and ends the request on its date', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const { request } = await createRequest(db, 10)
    const steps: unknown[] = []
    for (const day of [4.9, 5, 5.1, 8.9, 9, 9.1, 9.99, 10, 10.1]) {
      await runClock(db, at(day))
      steps.push([day, ...(await readRequest(db, request))])
    }

    expect(steps).toEqual([
      [4.9, 'waiting', null, 0, []],
      [5, 'waiting', null, 1, ['join-request.due']],
      [5.1, 'waiting', null, 1, []],
      [8.9, 'waiting', null, 1, []],
      [9, 'waiting', null, 2, ['join-request.due']],
      [9.1, 'waiting', null, 2, []],
      [9.99, 'waiting', null, 2, []],
      [10, 'ended', 'no-answer', 2, ['join-request.ended']],
      [10.1, 'ended', 'no-answer', 2, []],
    ])
  })

  test('that stood still reminds once of what is late, and not of what is over', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const late = await createRequest(db, 10)
    await runClock(db, at(9.5))
    expect(await readRequest(db, late.request)).toEqual(['waiting', null, 2, ['join-request.due']])

    const over = await createRequest(db, 2)
    await runClock(db, at(9.5))
    expect(await readRequest(db, over.request)).toEqual([
      'ended',
      'no-answer',
      0,
      ['join-request.ended'],
    ])
  })

  test('ends talks after 30 days without a message', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const { request, ada, bob } = await createRequest(db, 7)
    await sql`
      update join_requests set state = 'talking', answered_at = ${at(1)}, next_at = ${at(31)} where id = ${request}
    `.execute(db)
    await writeMessage(db, ada, bob, 20)

    await runClock(db, at(31))
    expect(await readRequest(db, request)).toEqual(['talking', null, 0, []])
    await runClock(db, at(49.9))
    expect(await readRequest(db, request)).toEqual(['talking', null, 0, []])
    await runClock(db, at(50))
    expect(await readRequest(db, request)).toEqual(['ended', 'quiet', 0, ['join-request.ended']])
  })

  test('leaves a request that is being answered, and finds it the next time', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const { request } = await createRequest(db, 7)
    await db.transaction().execute(async (tx) => {
      await sql`select from join_requests where id = ${request} for update`.execute(tx)
      await runClock(db, at(8))
    })
    expect(await readRequest(db, request)).toEqual(['waiting', null, 0, []])

    await runClock(db, at(8))
    expect(await readRequest(db, request)).toEqual([
      'ended',
      'no-answer',
      0,
      ['join-request.ended'],
    ])
  })
})

function at(day: number) {
  return sql`${new Date(START + day * DAY_MS)}::timestamptz`
}

async function createRequest(db: Database, days: number) {
  const ada = await createMemberFixture(db, `ada${days}`)
  const bob = await createMemberFixture(db, `bob${days}`)
  const role = await createRoleFixture(db, await createPostFixture(db, ada))
  const request = await createJoinRequestFixture(db, role, bob, { askedAt: new Date(START), days })
  return { request, ada, bob }
}

/** The state of the request, and the events since the last call. */
async function readRequest(db: Database, id: string) {
  const { state, reason, reminders_sent } = await db
    .selectFrom('join_requests')
    .select(['state', 'reason', 'reminders_sent'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const events = await db.deleteFrom('events').returning('kind').execute()
  return [state, reason, reminders_sent, events.map(({ kind }) => kind)] as const
}

async function writeMessage(db: Database, sender: string, recipient: string, day: number) {
  await sql`select insert_message(${sender}, ${recipient}, 'Hello', null, true)`.execute(db)
  await sql`update messages set id = id_in_shard(shard, ${at(day)})`.execute(db)
}
