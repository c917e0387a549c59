import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, trace, type Span, type SpanContext, type Tracer } from '@opentelemetry/api'
import { failSpan, SPAN_KINDS, type SpanOptions } from './span-options.ts'
import { formatTraceParent, parseTraceParent } from './trace-context.ts'

/** Traces that callers ask for; more of them in a second are sampled like requests without a trace. */
const CLAIMS_PER_SECOND = 10

/** One for the process, like its metrics, so that any layer adds spans without being passed a tracer. Undefined: nothing is traced. */
let tracing: { tracer: Tracer; share: number; claims: ClaimLimit } | undefined
const currentSpan = new AsyncLocalStorage<Span | undefined>()

/** Spans are made with this tracer, or no longer. */
export function setTracer(made: { tracer: Tracer; share: number } | undefined): void {
  tracing = made && { ...made, claims: new ClaimLimit() }
}

/** Runs what belongs to no trace. */
export function runOutsideOfSpan(run: () => void): void {
  currentSpan.run(undefined, run)
}

export function isTracing(): boolean {
  return tracing !== undefined
}

export function getCurrentSpan(): Span | undefined {
  return tracing && currentSpan.getStore()
}

/** The current place in a trace, for what goes on elsewhere: an event, a job. */
export function getTraceParent(): string | undefined {
  const span = getCurrentSpan()
  return span && formatTraceParent(span.spanContext())
}

/** A span in the trace of the caller; undefined outside of a recorded trace. The caller ends it. */
export function startSpan(name: string, options: SpanOptions = {}): Span | undefined {
  const parent = getCurrentSpan()
  return parent && createSpan(name, options, parent.spanContext())
}

/** A span of a request from outside. Its `traceparent` is a claim, of which only a few are followed. */
export function startRequestSpan(
  name: string,
  options: SpanOptions,
  traceParent: unknown,
): Span | undefined {
  if (!tracing) return undefined
  const claim = traceParent === undefined ? undefined : parseTraceParent(traceParent)
  if (claim && tracing.claims.isAllowed()) return createSpan(name, options, claim)
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
  if (!tracing) return call()
  const parent = parseTraceParent(traceParent)
  const span = parent || isSampled() ? createSpan(name, options, parent) : undefined
  return span ? runAndEnd(span, call) : call()
}

async function runAndEnd<Result>(span: Span, call: () => Promise<Result>): Promise<Result> {
  try {
    return await currentSpan.run(span, call)
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}

function createSpan(
  name: string,
  { kind = 'internal', attributes = {} }: SpanOptions,
  parent: SpanContext | undefined,
): Span | undefined {
  const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  return tracing?.tracer.startSpan(name, { kind: SPAN_KINDS[kind], attributes }, context)
}

function isSampled(): boolean {
  return tracing !== undefined && Math.random() < tracing.share
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
