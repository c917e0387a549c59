import { setTimeout as sleep } from 'node:timers/promises'

const REPETITIONS = 3
const PAUSE_MS = 1_000

/**
 * Whether a case that was slow is slow in each of three repetitions, the fastest included: a busy machine makes any case slow
 * once. To be called while nothing else is sent or measured.
 */
export async function isSlowWhenRepeated(
  isSlow: () => boolean | Promise<boolean>,
  pauseMs = PAUSE_MS,
): Promise<boolean> {
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    await sleep(pauseMs)
    if (!(await isSlow())) return false
  }
  return true
}
