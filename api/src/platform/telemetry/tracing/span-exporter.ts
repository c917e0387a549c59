import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'
import { defineCounts } from '../process-metrics.ts'

const QUEUE_MAX = 2_048
const INTERVAL_MS = 1_000
/** For a batch with its repetitions, also when the process stops. */
const TIMEOUT_MS = 3_000

const spanCounts = defineCounts({
  name: 'trace_spans_total',
  help: 'Spans of traces that were sent to the sink, or dropped because it does not take them fast enough',
  label: 'outcome',
  values: ['sent', 'dropped'],
})

interface Options {
  url: string
  onFailure: (reason: string) => void
}

/** Sends spans to an OTLP/HTTP sink as JSON, and counts them. Nothing waits for it: beyond a full queue, spans are dropped. */
export function createSpanProcessor({ url, onFailure }: Options): SpanProcessor {
  const otlp = new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS })
  let queued = 0
  let hasFailed = false
  const exporter: SpanExporter = {
    export(spans, done) {
      queued -= spans.length
      otlp.export(spans, (result) => {
        const isSent = result.code === ExportResultCode.SUCCESS
        spanCounts[isSent ? 'sent' : 'dropped'] += spans.length
        // Reported once for an outage: a sink that is away must not fill the log.
        if (!isSent && !hasFailed) onFailure(describeFailure(result.error))
        hasFailed = !isSent
        done(result)
      })
    },
    forceFlush: () => otlp.forceFlush(),
    shutdown: () => otlp.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: QUEUE_MAX,
    scheduledDelayMillis: INTERVAL_MS,
  })
  return {
    onStart: () => {},
    onEnd(span) {
      if (queued >= QUEUE_MAX) {
        spanCounts.dropped += 1
        return
      }
      queued += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    /** Batches that fail are counted, no error. */
    async shutdown() {
      await batches.shutdown().catch(() => {})
      await otlp.shutdown()
    },
  }
}

function describeFailure(error: Error | undefined): string {
  if (!error) return 'unknown'
  return 'code' in error && typeof error.code === 'string'
    ? `${error.message}: ${error.code}`
    : error.message
}
