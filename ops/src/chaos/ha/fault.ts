import type { HaStack } from './ha-stack.ts'

/** What goes wrong in a run, and what it may cost. */
export interface Fault {
  name: string
  description: string
  /** The longest time without an acknowledged message. */
  gapSecondsMax: number
  /** Whether the fault ends processes that have requests of clients: these get no response. */
  mayLoseResponses?: boolean
  /** Whether each database node must have a network of its own, so that its cable can be cut. */
  needsNetworks?: boolean
  /** Whether the data of each database node must be on a small disk of its own, which can be filled. */
  needsSmallDisks?: boolean
  /** Whether the clock of each database node must be adjustable. */
  needsFakeClocks?: boolean
  /** Breaks something, waits, and repairs what does not repair itself. */
  play: (stack: HaStack) => Promise<void>
}
