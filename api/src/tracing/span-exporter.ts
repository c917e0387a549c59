import { defineCounts } from '../process-metrics.ts'
import { SPAN_KINDS, type Span } from './span.ts'

const BATCH_SIZE = 512
const QUEUE_MAX = 2_048
const INTERVAL_MS = 1_000
const TIMEOUT_MS = 5_000
/** For each batch when the process stops. */
const STOP_TIMEOUT_MS = 1_000

const spanCounts = defineCounts({
  name: 'trace_spans_total',
  help: 'Spans of traces that were sent to the sink, or dropped because it does not take them fast enough',
  label: 'outcome',
  values: ['sent', 'dropped'],
})

interface Options {
  url: string
  service: { name: string; version: string; instance: string }
  onFailure: (reason: string) => void
}

/**
 * Sends spans to an OTLP/HTTP sink as JSON, in batches. Nothing waits for it: with a slow or dead sink the queue fills up, and
 * further spans are dropped and counted. One batch is under way at a time, and a refused one is not repeated.
 */
export class SpanExporter {
  readonly #options: Options
  #queue: Span[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #hasFailed = false
  #isStopped = false
  readonly #abort = new AbortController()

  constructor(options: Options) {
    this.#options = options
  }

  add(span: Span): void {
    if (this.#queue.length >= QUEUE_MAX) {
      spanCounts.dropped += 1
      return
    }
    this.#queue.push(span)
    this.#timer ??= setTimeout(() => this.#startSending(), INTERVAL_MS).unref()
    if (this.#queue.length >= BATCH_SIZE && !this.#hasFailed) this.#startSending()
  }

  /** Sends what is left. After a failure it is dropped, so that a sink that does not answer delays this by a second. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    const timer = setTimeout(() => this.#abort.abort(), STOP_TIMEOUT_MS)
    await this.#sending
    clearTimeout(timer)
    while (this.#queue.length > 0 && !this.#hasFailed)
      await this.#sendBatch(AbortSignal.timeout(STOP_TIMEOUT_MS))
    spanCounts.dropped += this.#queue.length
  }

  #startSending(): void {
    if (this.#sending) return
    clearTimeout(this.#timer)
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#abort.signal])
    this.#sending = this.#sendBatch(signal).finally(() => {
      this.#sending = undefined
      if (this.#isStopped) return
      const delay = this.#queue.length >= BATCH_SIZE && !this.#hasFailed ? 0 : INTERVAL_MS
      this.#timer =
        this.#queue.length > 0 ? setTimeout(() => this.#startSending(), delay).unref() : undefined
    })
  }

  async #sendBatch(signal: AbortSignal): Promise<void> {
    const spans = this.#queue.splice(0, BATCH_SIZE)
    try {
      const reply = await fetch(this.#options.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(this.#toRequest(spans)),
        signal,
      })
      await reply.body?.cancel()
      if (!reply.ok) throw new Error(`status ${reply.status}`)
      spanCounts.sent += spans.length
      this.#hasFailed = false
    } catch (error) {
      spanCounts.dropped += spans.length
      // Reported once for an outage: a sink that is away must not fill the log.
      if (!this.#hasFailed) this.#options.onFailure(describeFailure(error))
      this.#hasFailed = true
    }
  }

  /** An ExportTraceServiceRequest in the JSON form of the OpenTelemetry protocol. */
  #toRequest(spans: Span[]) {
    const { name, version, instance } = this.#options.service
    const attributes = toKeyValues({
      'service.name': name,
      'service.version': version,
      'service.instance.id': instance,
    })
    const scopeSpans = [{ scope: { name: 'dolph' }, spans: spans.map((span) => toOtlpSpan(span)) }]
    return { resourceSpans: [{ resource: { attributes }, scopeSpans }] }
  }
}

/** `fetch` itself says no more than that it failed; its cause has the code, such as ECONNREFUSED. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? `${error.message}: ${code}` : error.message
}

function toOtlpSpan(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
    name: span.name,
    kind: SPAN_KINDS[span.kind],
    startTimeUnixNano: toNanoseconds(span.startedAt),
    endTimeUnixNano: toNanoseconds(span.endedAt ?? span.startedAt),
    attributes: toKeyValues(span.attributes),
    ...(span.isFailed && { status: { code: 2 } }),
  }
}

/** As text, because the number is larger than a double can hold exactly. */
function toNanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`
}

function toKeyValues(values: object) {
  return Object.entries(values).map(([key, value]: [string, unknown]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: String(value) },
  }))
}
