import { getTraceParent, startSpan } from '../telemetry/tracing/tracer.ts'
import { failSpan } from '../telemetry/tracing/span-options.ts'

const SUMMARIES_MAX = 2_000
const CHANGE =
  /\b(?:(?<insert>insert) into|(?<!for |key )(?<update>update)(?! set\b)|(?<delete>delete) from)\s+"?(?<table>[a-z_]+)/
const READ = /\bfrom\s+"?(?<table>[a-z_]+)/
const CALL = /^\s*select\s+(?<function>[a-z_]+(?:\.[a-z_]+)?)\(/
const SET_TRACE_PARENT = "select set_config('dolph.trace_parent', $1, true)"

const summaries = new Map<string, string>()

/**
 * Runs a statement as a span of the trace that it belongs to. A traced transaction knows its place in the trace, which the table
 * `events` adds to each event (the default of its column `trace_parent`).
 */
export function traceStatement(query: Query, input: unknown[]): unknown {
  const text = readText(input[0])
  const span = text === undefined ? undefined : startSpan(summarizeStatement(text), OPTIONS)
  const result = query(...input)
  if (!span || !(result instanceof Promise)) return result
  const traced = text === 'begin' ? result.then((begun) => setTraceParent(query, begun)) : result
  return traced.then(
    (value: unknown) => {
      span.end()
      return value
    },
    (error: unknown) => {
      failSpan(span, error)
      span.end()
      throw error
    },
  )
}

type Query = (...input: unknown[]) => unknown

const OPTIONS = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const

/** If it fails, so does `begin`, after which nobody would roll back. */
async function setTraceParent(query: Query, begun: unknown): Promise<unknown> {
  try {
    await query(SET_TRACE_PARENT, [getTraceParent() ?? ''])
  } catch (error) {
    await Promise.resolve(query('rollback')).catch(() => {})
    throw error
  }
  return begun
}

/** What a statement does to which table, such as `insert comments`: its name in traces. Its text and values are never recorded. */
export function summarizeStatement(text: string): string {
  let summary = summaries.get(text)
  if (summary === undefined) {
    summary = buildSummary(text)
    // Texts with lists in them are many; beyond the limit they are summarized each time.
    if (summaries.size < SUMMARIES_MAX) summaries.set(text, summary)
  }
  return summary
}

function buildSummary(text: string): string {
  const change = CHANGE.exec(text)?.groups
  if (change)
    return `${change['insert'] ?? change['update'] ?? change['delete']} ${change['table']}`
  const read = READ.exec(text)?.groups
  if (read) return `select ${read['table']}`
  const call = CALL.exec(text)?.groups
  if (call) return `select ${call['function']}`
  return /^\s*(?<verb>[a-z]+)/i.exec(text)?.groups?.['verb']?.toLowerCase() ?? 'statement'
}

function readText(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const hasText = typeof query === 'object' && query !== null && 'text' in query
  return hasText && typeof query.text === 'string' ? query.text : undefined
}
