import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { registerProcessMetrics } from '../process-metrics.ts'
import { startTestTraceSink } from '../../../testing/servers/test-trace-sink.ts'
import { parseTraceParent } from './trace-context.ts'
import { continueTrace, getTraceParent, startRequestSpan, startSpan, traceCall } from './tracer.ts'
import { startTracing } from './start-tracing.ts'

const CLAIM = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const service = { name: 'dolph-test', version: '1' }

let stopTracing: (() => Promise<void>) | undefined
afterEach(async () => {
  await stopTracing?.()
  stopTracing = undefined
})

function start(url: string, share: number) {
  const onFailure = vi.fn<(reason: string) => void>()
  const tracing = startTracing({ url, share, service, onFailure })
  stopTracing = () => tracing.stop()
  return onFailure
}

async function readSpanCounts() {
  const registry = new Registry()
  registerProcessMetrics(registry)
  const text = await registry.getSingleMetricAsString('trace_spans_total')
  const read = (outcome: string) =>
    Number(new RegExp(`outcome="${outcome}"} (\\d+)`).exec(text)?.[1])
  return { sent: read('sent'), dropped: read('dropped') }
}

test('without a sink nothing is recorded', async () => {
  expect(startRequestSpan('GET /', {}, CLAIM)).toBeUndefined()
  expect(startSpan('part')).toBeUndefined()
  await continueTrace(CLAIM, 'job', {}, async () => expect(getTraceParent()).toBeUndefined())
})

test.each([
  ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00', 'not sampled'],
  ['01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'another version'],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', 'an empty trace id'],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', 'an empty span id'],
  ['00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', 'capital letters'],
  [`${CLAIM}-more`, 'a longer value'],
])('%s is ignored: %s', (value) => {
  expect(parseTraceParent(value)).toBeUndefined()
})

test('without a trace, or with a malformed one, a request is sampled and begins its own', async () => {
  await using sink = await startTestTraceSink()
  start(sink.url, 1)
  for (const claim of [undefined, 'x'.repeat(55), [CLAIM]]) {
    const span = startRequestSpan('GET /', {}, claim)
    expect(span?.spanContext().traceId).toMatch(/^[0-9a-f]{32}$/)
    span?.end()
  }
  await stopTracing?.()
  expect(sink.spans.map(({ parentSpanId }) => parentSpanId)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.02)
  start(sink.url, 0.01)
  expect(startRequestSpan('GET /', {}, undefined)).toBeUndefined()
})

test('of the traces that callers ask for, ten a second are followed', async () => {
  await using sink = await startTestTraceSink()
  start(sink.url, 0)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  const count = () =>
    Array.from({ length: 50 }, () => startRequestSpan('GET /', {}, CLAIM)).filter(Boolean).length
  expect(count()).toBe(10)
  clock.mockReturnValue(6_000)
  expect(count()).toBe(10)
  clock.mockRestore()
})

test('spans of one call share its trace, and a failed one names the class of its error only', async () => {
  await using sink = await startTestTraceSink()
  start(sink.url, 1)
  const failure = continueTrace(undefined, 'job', {}, () =>
    traceCall('part', {}, () => Promise.reject(new TypeError('canary'))),
  )
  await expect(failure).rejects.toThrow('canary')
  await stopTracing?.()
  const [part, job] = sink.spans
  expect(part).toMatchObject({ traceId: job?.traceId, parentSpanId: job?.spanId, name: 'part' })
  expect(part?.status).toEqual({ code: 2 })
  expect(part?.attributes).toEqual([{ key: 'error.type', value: { stringValue: 'TypeError' } }])
  expect(sink.readTexts()).not.toContain('canary')
})

test('a sink that never answers costs no wait: spans beyond the queue are dropped and counted, and so are all when the process stops', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  start(`http://127.0.0.1:${port}`, 1)
  const before = await readSpanCounts()
  for (let index = 0; index < 4_000; index += 1) startRequestSpan('GET /', {}, undefined)?.end()
  const after = await readSpanCounts()
  // 512 are under way and 2,048 wait.
  expect(after.dropped - before.dropped).toBe(4_000 - 512 - 2_048)
  expect(after.sent).toBe(before.sent)

  const stoppedAt = performance.now()
  await stopTracing?.()
  // Each of the five batches would take a second, and the one under way five.
  expect(performance.now() - stoppedAt).toBeLessThan(4_000)
  expect((await readSpanCounts()).dropped - before.dropped).toBe(4_000)
  server.closeAllConnections()
  server.close()
})

test('a dead sink is reported once, and spans are sent again when it is back', async () => {
  const sink = await startTestTraceSink()
  const { port } = new URL(sink.url)
  await sink[Symbol.asyncDispose]()
  const onFailure = start(sink.url, 1)
  const record = () => startRequestSpan('GET /', {}, undefined)?.end()
  record()
  await expect.poll(() => onFailure.mock.calls, { timeout: 5_000 }).toHaveLength(1)
  expect(onFailure.mock.calls[0]?.[0]).toContain('ECONNREFUSED')

  const received: string[] = []
  const server = createServer((request, reply) => {
    received.push(request.url ?? '')
    request.resume()
    reply.end('{}')
  }).listen(Number(port), '127.0.0.1')
  await once(server, 'listening')
  record()
  await expect.poll(() => received.length, { timeout: 5_000 }).toBe(1)
  expect(onFailure).toHaveBeenCalledTimes(1)
  server.closeAllConnections()
  server.close()
})
