import { z } from 'zod/mini'

/** What a page that has verified an address hands over to the login page: not in the URL, which is logged and shared. */
const VerifiedEmailState = z.object({ verifiedEmail: z.string() })
export type VerifiedEmailState = z.infer<typeof VerifiedEmailState>

export function parseVerifiedEmail(state: unknown): string | undefined {
  const parsed = z.safeParse(VerifiedEmailState, state)
  return parsed.success ? parsed.data.verifiedEmail : undefined
}
