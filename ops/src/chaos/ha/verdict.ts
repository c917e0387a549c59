import type { SendRecord } from '../send-history.ts'

/** What a fault has cost. Everything but the times must be zero. */
export interface Verdict {
  lost: number
  duplicated: number
  disordered: number
  counters: number
  orphans: number
  wrongStatus: number
  /** What had not arrived when nothing more did. */
  late: number
  /** Faults that could not be played or judged to their end. */
  unknown: number
  /** The longest time without an acknowledged message. */
  gapSeconds: number
  gapSecondsMax: number
  /** From the end of the fault until everything was whole and every client had everything. */
  healedSeconds: number
}

export function isPassed(verdict: Verdict): boolean {
  const { lost, duplicated, disordered, counters, orphans, wrongStatus, late, unknown } = verdict
  const faults = lost + duplicated + disordered + counters + orphans + wrongStatus
  return faults + late + unknown === 0 && verdict.gapSeconds <= verdict.gapSecondsMax
}

export function formatVerdict(verdict: Verdict): string {
  const { lost, duplicated, disordered, counters, orphans, wrongStatus, late, unknown } = verdict
  return (
    `lost=${lost} duplicated=${duplicated} disordered=${disordered} late=${late} counters=${counters} orphans=${orphans} ` +
    `wrong-status=${wrongStatus} unknown=${unknown} gap=${verdict.gapSeconds.toFixed(1)} healed=${verdict.healedSeconds.toFixed(1)}`
  )
}

/**
 * The verdict of a whole run. Each fault is judged on everything written so far, so the counts of the last one include those before it;
 * wrong statuses, what is unknown and times are of one fault each.
 */
export function addVerdicts(verdicts: Verdict[]): Verdict {
  const highest = (key: keyof Verdict) => Math.max(0, ...verdicts.map((verdict) => verdict[key]))
  return {
    lost: highest('lost'),
    duplicated: highest('duplicated'),
    disordered: highest('disordered'),
    late: highest('late'),
    unknown: verdicts.reduce((sum, { unknown }) => sum + unknown, 0),
    counters: highest('counters'),
    orphans: highest('orphans'),
    wrongStatus: verdicts.reduce((sum, { wrongStatus }) => sum + wrongStatus, 0),
    gapSeconds: highest('gapSeconds'),
    gapSecondsMax: highest('gapSecondsMax'),
    healedSeconds: highest('healedSeconds'),
  }
}

/** The longest time between two acknowledgements, in milliseconds. */
export function findLongestGap(sends: SendRecord[]): number {
  const times = sends
    .filter(({ messageId }) => messageId !== null)
    .map(({ settledAt }) => settledAt)
    .toSorted((a, b) => a - b)
  return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)))
}
