/** `page` wakes a person; `ticket` waits for the working day. */
export type Severity = 'page' | 'ticket'

/** Samples of a series for a test, in the notation of `promtool test rules`; one sample each 15 seconds. */
export type Samples = Record<string, string>

export interface Alert {
  name: string
  /** PromQL; the alert fires for each series of its result. */
  expr: string
  /** How long the expression must hold. */
  for: string
  severity: Severity
  /** What is wrong, for the person who is woken. */
  summary: string
  /** The name of a file in docs/operations/runbooks. */
  runbook: string
}

/** An alert and what must happen in its three tests: it fires in time, stays silent below its limit, and ends. */
export interface CauseAlert extends Alert {
  test: {
    /** Samples with a fault from minute 10 to minute 40. */
    fault: Samples
    /** Samples that are close to a fault and none. */
    noFault: Samples
    /** How many minutes after the fault has begun the alert must fire. */
    firesAfterMinutes: number
    /** The labels of the alert besides its severity. */
    labels?: Record<string, string>
  }
}

export const FAULT_STARTS_MINUTE = 10
export const FAULT_ENDS_MINUTE = 40
const TEST_ENDS_MINUTE = 120
const SAMPLES_A_MINUTE = 4

/** A gauge that has one value during the fault and another before and after it. */
export function during(fault: number | '_', otherwise: number | '_'): string {
  return [
    repeat(otherwise, FAULT_STARTS_MINUTE),
    repeat(fault, FAULT_ENDS_MINUTE - FAULT_STARTS_MINUTE),
    repeat(otherwise, TEST_ENDS_MINUTE - FAULT_ENDS_MINUTE),
  ].join(' ')
}

/** A gauge that has the same value all the time. */
export function always(value: number): string {
  return repeat(value, TEST_ENDS_MINUTE)
}

/** A counter that grows by so much each minute during the fault. */
export function growing(perMinuteInFault: number): string {
  const minutes = FAULT_ENDS_MINUTE - FAULT_STARTS_MINUTE
  const step = perMinuteInFault / SAMPLES_A_MINUTE
  const end = step * minutes * SAMPLES_A_MINUTE
  return [
    repeat(0, FAULT_STARTS_MINUTE),
    `${step}+${step}x${minutes * SAMPLES_A_MINUTE - 1}`,
    repeat(end, TEST_ENDS_MINUTE - FAULT_ENDS_MINUTE),
  ].join(' ')
}

/** A value that changes by so much each minute, all the time. */
export function changing(from: number, perMinute: number): string {
  const step = perMinute / SAMPLES_A_MINUTE
  const sign = step < 0 ? '-' : '+'
  return `${from}${sign}${Math.abs(step)}x${TEST_ENDS_MINUTE * SAMPLES_A_MINUTE}`
}

function repeat(value: number | '_', minutes: number): string {
  return `${value}x${minutes * SAMPLES_A_MINUTE - (value === '_' ? 0 : 1)}`
}
