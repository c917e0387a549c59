import { z } from 'zod/mini'
import { createTempId } from '../../../lib/temp-id.ts'

/** A comment that the server has not confirmed. It is stored on the device, so its field names must not change. */
export const UnsentComment = z.object({
  tempId: z.string(),
  content: z.string(),
  /** The id of the comment it replies to; null if it starts a thread. */
  answers: z.nullable(z.string()),
  /** The id of the comment under which it is shown: at the maximum depth, replies become siblings. */
  under: z.nullable(z.string()),
  /** Why sending failed; null while it is being sent. */
  failure: z.nullable(z.string()),
  /** Whether the failure is temporary, so that the comment is sent again without the member. */
  isRetryable: z.optional(z.boolean()),
})
export type UnsentComment = z.infer<typeof UnsentComment>

export const COMMENT_NOT_SENT = 'Failed to send comment. Please try again.'

/** Appends a comment, or marks it as being sent again if it is already in the list. */
export function markSending(all: UnsentComment[], unsent: UnsentComment): UnsentComment[] {
  const sending = { ...unsent, failure: null, isRetryable: false }
  const isListed = all.some(({ tempId }) => tempId === unsent.tempId)
  return isListed
    ? all.map((each) => (each.tempId === unsent.tempId ? sending : each))
    : [...all, sending]
}

export function markFailed(
  all: UnsentComment[],
  tempId: string,
  { failure, isRetryable }: { failure: string; isRetryable: boolean },
): UnsentComment[] {
  return all.map((each) => (each.tempId === tempId ? { ...each, failure, isRetryable } : each))
}

/** Gives a comment a new `tempId`, because another comment was sent under its own. */
export function renewTempId(all: UnsentComment[], tempId: string): UnsentComment[] {
  return all.map((each) => (each.tempId === tempId ? { ...each, tempId: createTempId() } : each))
}

export function removeUnsentComment(all: UnsentComment[], tempId: string): UnsentComment[] {
  return all.filter((each) => each.tempId !== tempId)
}

/** Lets the comments of an earlier visit be sent again: whether they arrived is unknown, and `tempId` makes that safe. */
export function markInterrupted(all: UnsentComment[]): UnsentComment[] {
  return all.map((each) =>
    each.failure === null ? { ...each, failure: COMMENT_NOT_SENT, isRetryable: true } : each,
  )
}

/** The oldest comment that waits to be sent again. */
export function findWaiting(all: readonly UnsentComment[]): UnsentComment | undefined {
  return all.find(({ isRetryable }) => isRetryable)
}
