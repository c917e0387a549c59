import type { Throttles } from '../../http/throttles.ts'

/** Counts that a member writes to somebody they never talked to; refuses if it is one too many. */
export async function countFirstContact(throttles: Throttles, memberId: string): Promise<void> {
  await throttles.count('first-contact-member', memberId)
  await throttles.count('first-contact-member-day', memberId)
}
