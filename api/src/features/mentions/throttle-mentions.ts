import type { Throttles } from '../../platform/http/limits/throttles.ts'

/** Counts texts that may mention members: an edit can notify others as a new text does, and leave no trace of it. */
export async function throttleMentions(
  throttles: Throttles,
  memberId: string,
  text: string,
): Promise<void> {
  if (text.includes('@')) await throttles.consume('mention-member', memberId)
}
