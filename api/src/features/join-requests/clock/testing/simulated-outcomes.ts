/** What becomes of a simulated request; an outcome that stands here more often is drawn more often. */
export const SIMULATED_OUTCOMES = [
  ...(['silence', 'silence', 'silence', 'silence', 'silence', 'silence'] as const),
  ...(['talk', 'talk', 'talk', 'talk', 'decline', 'decline', 'decline', 'decline'] as const),
  ...(['accept', 'accept', 'withdraw', 'withdraw', 'talk', 'decline', 'silence'] as const),
  ...(['block', 'delete-role', 'leave'] as const),
]

export type SimulatedOutcome = (typeof SIMULATED_OUTCOMES)[number]
