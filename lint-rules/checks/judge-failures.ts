import { findWorstWindow, type StealSample } from './steal.ts'
import type { Failure, TestReport } from './test-report.ts'

/** A failed test with its highest steal of ten seconds, see `findWorstWindow`. */
export interface StalledFailure {
  failure: Failure
  steal: number
}

/** Below this share a test has failed by itself: a product that hangs raises no steal. */
const REPEAT_STEAL = 0.25

/** Decides which failures count, and which tests are run once more because the host took the processor from them. */
export function judgeFailures(
  failures: readonly Failure[],
  samples: readonly StealSample[],
): { counted: Failure[]; repeated: StalledFailure[] } {
  const judged = failures.map((failure) => ({
    failure,
    steal: failure.repeat ? findWorstWindow(samples, failure) : 0,
  }))
  return {
    counted: judged.filter(({ steal }) => steal < REPEAT_STEAL).map(({ failure }) => failure),
    repeated: judged.filter(({ steal }) => steal >= REPEAT_STEAL),
  }
}

/** Whether a repeat passed. A repeat that found no test has shown nothing. */
export function hasPassed({ passed, failures }: TestReport): boolean {
  return passed > 0 && failures.length === 0
}
