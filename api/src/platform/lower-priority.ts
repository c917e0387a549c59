import { setPriority } from 'node:os'

/** A third of the processor time of the others while all cores are busy. */
const NICENESS = 5

/**
 * Lets requests go first: for a process that draws, and for a thread that renders. On Linux, in a worker thread, the priority is
 * that of the thread alone.
 */
export function lowerPriority(): void {
  setPriority(NICENESS)
}
