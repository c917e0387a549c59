import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recordEffects } from '../../testing/events/record-effects.ts'
import {
  insertTestEvent,
  insertTestEvents,
  startEventStack,
} from '../../testing/events/start-event-stack.ts'
import { retryFailedEvents } from './failed-events.ts'
import type { EventSubscribers } from './subscribers.ts'

/** Longer than a busy machine takes. */
const PATIENT = { timeout: 10_000 }
const NEVER = new Promise<void>(() => {})

test('every subscriber gets every event, whose removal commits with the effects', async () => {
  await using stack = await startEventStack()
  const subject = await insertTestEvent(stack.db)
  stack.startRelay([{ 'post.imported': recordEffects }, { 'post.imported': recordEffects }])

  await expect.poll(stack.countEvents, PATIENT).toBe(0)
  expect(await stack.readEffects()).toEqual([subject, subject])
  expect(await stack.readMetrics()).toMatch(/dolph_event_batch_seconds_count [1-9]/)
})

test('a kind that wakes the relay is delivered without waiting for the poll', async () => {
  await using stack = await startEventStack()
  const first = await insertTestEvent(stack.db)
  stack.startRelay([{ 'post.imported': recordEffects, 'member.deleted': recordEffects }], {
    pollIntervalMs: 3_600_000,
  })
  await expect.poll(stack.readEffects, PATIENT).toEqual([first])
  const isListening = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and query = 'listen events'`.execute(
        stack.db,
      )
    ).rows.length
  await expect.poll(isListening, PATIENT).toBe(1)

  const second = await insertTestEvent(stack.db, 'member.deleted')

  await expect.poll(stack.readEffects, PATIENT).toEqual([first, second])
})

test('an event of a kind without a subscriber stays', async () => {
  await using stack = await startEventStack()
  await insertTestEvent(stack.db, 'member.deleted')
  const imported = await insertTestEvent(stack.db)
  stack.startRelay([{ 'post.imported': recordEffects }])

  await expect.poll(stack.readEffects, PATIENT).toEqual([imported])
  expect(await stack.countEvents()).toBe(1)
})

test('two relays at once deliver each of 1,000 events once', async () => {
  await using stack = await startEventStack()
  await insertTestEvents(stack.db, 1_000)
  const batches = [0, 0]
  for (const nth of [0, 1]) {
    const record: EventSubscribers['post.imported'] = async (tx, events) => {
      batches[nth] = (batches[nth] ?? 0) + 1
      // The first batch of each waits for the other's, so that both have claimed events at the same time.
      await expect.poll(() => batches, { ...PATIENT, interval: 5 }).not.toContain(0)
      await recordEffects(tx, events)
    }
    stack.startRelay([{ 'post.imported': record }], { size: 50 })
  }

  await expect.poll(stack.countEvents, PATIENT).toBe(0)
  const effects = await stack.readEffects()
  expect(effects).toHaveLength(1_000)
  expect(new Set(effects).size).toBe(1_000)
})

describe('an event whose subscriber fails', () => {
  test('is parked after five failures and counted, and the others go on', async () => {
    await using stack = await startEventStack()
    const subjects = await insertTestEvents(stack.db, 20)
    const broken = subjects[7]
    let attempts = 0
    stack.startRelay([
      { 'post.imported': recordEffects },
      {
        'post.imported': async (tx, events) => {
          if (!events.some(({ subjectId }) => subjectId === broken)) return
          if (events.length === 1) attempts += 1
          await sql`select 1 / 0`.execute(tx)
        },
      },
    ])

    await expect.poll(stack.countEvents, PATIENT).toBe(0)
    expect(attempts).toBe(5)
    expect((await stack.readEffects()).toSorted()).toEqual(
      subjects.filter((subject) => subject !== broken).toSorted(),
    )
    expect(await stack.db.selectFrom('failed_events').selectAll().execute()).toMatchObject([
      { kind: 'post.imported', subject_id: broken, error: 'error: division by zero' },
    ])
    const metrics = await stack.readMetrics()
    expect(metrics).toContain(
      'dolph_event_failures_total{kind="post.imported",outcome="retried"} 4',
    )
    expect(metrics).toContain('dolph_event_failures_total{kind="post.imported",outcome="parked"} 1')
  })

  test('is retried later, so that a failure that passes parks nothing', async () => {
    await using stack = await startEventStack()
    const subject = await insertTestEvent(stack.db)
    let calls = 0
    stack.startRelay(
      [
        {
          'post.imported': async (tx, events) => {
            calls += 1
            await recordEffects(tx, events)
            if (calls < 3) throw new Error('not yet')
          },
        },
      ],
      { retryDelaySeconds: 0.02 },
    )

    await expect.poll(stack.countEvents, PATIENT).toBe(0)
    expect(await stack.readEffects()).toEqual([subject])
    expect(calls).toBe(3)
  })

  test('is parked as well if its data does not follow the catalog', async () => {
    await using stack = await startEventStack()
    await sql`insert into events (kind, subject_id, data)
      values ('post.imported', gen_random_uuid(), '{"text": "Hello"}')`.execute(stack.db)
    const valid = await insertTestEvent(stack.db)
    stack.startRelay([{ 'post.imported': recordEffects }])

    await expect.poll(stack.countEvents, PATIENT).toBe(0)
    expect(await stack.readEffects()).toEqual([valid])
    const parked = await stack.db.selectFrom('failed_events').select('error').execute()
    expect(parked).toEqual([{ error: expect.stringContaining('unrecognized_keys') }])
  })

  test('is parked if the subscriber hangs, and the others go on', async () => {
    await using stack = await startEventStack()
    const hanging = await insertTestEvent(stack.db)
    const other = await insertTestEvent(stack.db)
    stack.startRelay(
      [
        {
          'post.imported': async (tx, events) => {
            await recordEffects(tx, events)
            if (events.some(({ subjectId }) => subjectId === hanging)) await NEVER
          },
        },
      ],
      { timeoutMs: 50 },
    )

    await expect.poll(stack.countEvents, PATIENT).toBe(0)
    expect(await stack.readEffects()).toEqual([other])
    expect(await stack.db.selectFrom('failed_events').select('subject_id').execute()).toEqual([
      { subject_id: hanging },
    ])
    expect(stack.db.pool.waitingCount + stack.db.pool.totalCount).toBeLessThanOrEqual(5)
  })

  test('can be replayed by kind or id once the subscriber is repaired', async () => {
    await using stack = await startEventStack()
    const subjects = await insertTestEvents(stack.db, 2)
    let isRepaired = false
    stack.startRelay([
      {
        'post.imported': async (tx, events) => {
          if (!isRepaired) throw new Error('broken')
          await recordEffects(tx, events)
        },
      },
    ])
    const readParked = async () =>
      (await stack.db.selectFrom('failed_events').select('id').orderBy('id').execute()).map(
        ({ id }) => id,
      )
    await expect.poll(readParked, PATIENT).toHaveLength(2)
    isRepaired = true
    const [firstId] = await readParked()

    expect(await retryFailedEvents(stack.db, 'member.deleted')).toBe(0)
    expect(await retryFailedEvents(stack.db, firstId)).toBe(1)
    expect(await retryFailedEvents(stack.db, 'post.imported')).toBe(1)

    await expect
      .poll(async () => (await stack.readEffects()).toSorted(), PATIENT)
      .toEqual(subjects.toSorted())
    expect(await readParked()).toEqual([])
  })
})
