/** What becomes of a simulated request, as often as it stands here. */
export const FATES = [
  ...(['silence', 'silence', 'silence', 'silence', 'silence', 'silence'] as const),
  ...(['talk', 'talk', 'talk', 'talk', 'decline', 'decline', 'decline', 'decline'] as const),
  ...(['accept', 'accept', 'withdraw', 'withdraw', 'talk', 'decline', 'silence'] as const),
  ...(['block', 'delete-role', 'leave'] as const),
]
