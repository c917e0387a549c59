import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startTracing } from '../telemetry/tracing/start-tracing.ts'
import { continueTrace } from '../telemetry/tracing/tracer.ts'
import { prepareStatement, toCompilable } from './prepared-statement.ts'

const insertEvent = toCompilable(sql<object>`
  insert into events (kind, subject_id, data) values ('post.imported', uuid_v7(), '{}')`)

test('an event has the trace in which its statement runs, and none without a trace', async () => {
  const service = { name: 'dolph-test', version: '1' }
  const sink = { url: 'http://127.0.0.1:9/', share: 1, onFailure: () => {} }
  const tracing = startTracing({ ...sink, service })
  onTestFinished(() => tracing.stop())
  await using database = await openTestDatabase()
  const statement = prepareStatement(() => insertEvent, { insertsEvents: true })

  await statement.run(database.db, {})
  await continueTrace(undefined, 'job', {}, () => statement.run(database.db, {}))

  const events = await database.db
    .selectFrom('events')
    .select('trace_parent')
    .orderBy('id')
    .execute()
  expect(events).toEqual([{ trace_parent: null }, { trace_parent: expect.stringMatching(/^00-/) }])
})

test('a statement that does not say that it inserts events cannot be prepared', () => {
  expect(() => prepareStatement(() => insertEvent)).toThrow('does not say')
})
