import { z } from 'zod/mini'

/** Something that was written here and is not on the server yet, or not for sure. */
export const UnsentComment = z.object({
  tempId: z.string(),
  content: z.string(),
  /** Which comment it answers; null for one that starts a thread. */
  answers: z.nullable(z.string()),
  /** Below which comment it is shown: answers to the deepest stand beside it. */
  under: z.nullable(z.string()),
  /** Why sending it failed; null while it is under way. */
  failure: z.nullable(z.string()),
})
export type UnsentComment = z.infer<typeof UnsentComment>

export const COMMENT_NOT_SENT = 'Failed to send comment. Please try again.'

/** Puts it at the end, or under way again if it is there already. */
export function markSending(all: UnsentComment[], unsent: UnsentComment): UnsentComment[] {
  const again = { ...unsent, failure: null }
  const isKnown = all.some(({ tempId }) => tempId === unsent.tempId)
  return isKnown
    ? all.map((each) => (each.tempId === unsent.tempId ? again : each))
    : [...all, again]
}

export function markFailed(all: UnsentComment[], tempId: string, failure: string): UnsentComment[] {
  return all.map((each) => (each.tempId === tempId ? { ...each, failure } : each))
}

export function removeUnsentComment(all: UnsentComment[], tempId: string): UnsentComment[] {
  return all.filter((each) => each.tempId !== tempId)
}

/** What an earlier visit left behind: nobody knows whether it arrived, and sending it twice is as good as once. */
export function markInterrupted(all: UnsentComment[]): UnsentComment[] {
  return all.map((each) => ({ ...each, failure: each.failure ?? COMMENT_NOT_SENT }))
}
