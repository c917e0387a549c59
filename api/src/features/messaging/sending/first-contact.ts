import type { Throttles } from '../../../platform/http/limits/throttles.ts'

/** Counts a member's first message to another member, and refuses it above the limit. */
export async function countFirstContact(throttles: Throttles, memberId: string): Promise<void> {
  await throttles.consume('first-contact-member', memberId)
  await throttles.consume('first-contact-member-day', memberId)
}
