import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { SpanExporter } from './span-exporter.ts'
import { Span, type SpanOptions } from './span.ts'
import { formatTraceParent, parseTraceParent, type TraceContext } from './trace-context.ts'

/** Traces that callers ask for; more of them in a second are sampled like requests without a trace. */
const CLAIMS_PER_SECOND = 10

/** One for the process, like its metrics, so that any layer adds spans without being passed a tracer. Undefined: nothing is traced. */
let tracer: { exporter: SpanExporter; share: number; claims: ClaimLimit } | undefined
const currentSpan = new AsyncLocalStorage<Span | undefined>()

interface Options {
  /** Of the traces that begin here, the fraction that is recorded. */
  share: number
  /** Where an OTLP/HTTP sink takes spans. */
  url: string
  service: { name: string; version: string }
  onFailure: (reason: string) => void
}

/** Records traces until it is stopped. It starts before pools and clients are opened: only later ones add spans. */
export function startTracing({ share, url, service, onFailure }: Options) {
  const exporter = new SpanExporter({
    ...{ url, onFailure },
    service: { ...service, instance: randomUUID() },
  })
  tracer = { exporter, share, claims: new ClaimLimit() }
  return {
    async stop(): Promise<void> {
      tracer = undefined
      await exporter.stop()
    },
  }
}

export function isTracing(): boolean {
  return tracer !== undefined
}

export function getCurrentSpan(): Span | undefined {
  return tracer && currentSpan.getStore()
}

/** The current place in a trace, for what goes on elsewhere: an event, a job. */
export function getTraceParent(): string | undefined {
  const span = getCurrentSpan()
  return span && formatTraceParent(span)
}

/** A span in the trace of the caller; undefined outside of a recorded trace. The caller ends it. */
export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
  const parent = getCurrentSpan()
  return parent && createSpan(name, options, parent)
}

/** A span of a request from outside. Its `traceparent` is a claim, of which only a few are followed. */
export function startRequestSpan(
  name: string,
  options: SpanOptions,
  traceParent: unknown,
): Span | undefined {
  if (!tracer) return undefined
  const claim = traceParent === undefined ? undefined : parseTraceParent(traceParent)
  if (claim && tracer.claims.isAllowed()) return createSpan(name, options, claim)
  return isSampled() ? createSpan(name, options, undefined) : undefined
}

export function runInSpan<Result>(span: Span, run: () => Result): Result {
  return currentSpan.run(span, run)
}

/** Runs a part of what the caller does as a span of its own. Outside of a recorded trace it only runs it. */
export async function traceCall<Result>(
  name: string,
  options: SpanOptions,
  call: () => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, options)
  return span ? runAndEnd(span, call) : call()
}

/**
 * Runs what a trace of another process led to, as a part of that trace. What no trace led to is sampled: it begins one.
 * `traceParent` is trusted: our own processes wrote it.
 */
export async function continueTrace<Result>(
  traceParent: unknown,
  name: string,
  options: SpanOptions,
  call: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return call()
  const parent = parseTraceParent(traceParent)
  return parent || isSampled() ? runAndEnd(createSpan(name, options, parent), call) : call()
}

async function runAndEnd<Result>(span: Span, call: () => Promise<Result>): Promise<Result> {
  try {
    return await currentSpan.run(span, call)
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

function createSpan(name: string, options: SpanOptions, parent: TraceContext | undefined): Span {
  return new Span(name, options, parent, exportSpan)
}

/** Outside of the span: what the exporter logs later belongs to no trace. */
function exportSpan(span: Span): void {
  currentSpan.run(undefined, () => tracer?.exporter.add(span))
}

function isSampled(): boolean {
  return tracer !== undefined && Math.random() < tracer.share
}

class ClaimLimit {
  #second = 0
  #count = 0

  isAllowed(): boolean {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#count = 0
    }
    this.#count += 1
    return this.#count <= CLAIMS_PER_SECOND
  }
}
