import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/test-database.ts'
import { startTestTraceSink } from '../../testing/servers/test-trace-sink.ts'
import { startTracing } from '../telemetry/tracing/start-tracing.ts'
import { deliverTraced } from './trace-delivery.ts'

test('the span of an event whose effects failed says so, by the class of the error alone', async () => {
  await using database = await openTestDatabase()
  await using sink = await startTestTraceSink()
  const service = { name: 'dolph-test', version: '1' }
  const tracing = startTracing({ url: sink.url, share: 0, service, onFailure: () => {} })
  const event = {
    kind: 'comment.created',
    traceParent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  }

  await database.db
    .transaction()
    .execute((tx) =>
      deliverTraced(tx, event, async () => ({ failures: [{ error: new TypeError('canary') }] })),
    )
  await tracing.stop()

  // A connection that was opened after the tracing began adds the spans of its statements.
  const spans = sink.spans.filter(({ name }) => name.startsWith('event '))
  expect(spans).toMatchObject([
    {
      name: 'event comment.created',
      status: { code: 2 },
      attributes: [{ key: 'error.type', value: { stringValue: 'TypeError' } }],
    },
  ])
})
