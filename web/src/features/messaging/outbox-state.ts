import type { Message } from '@dolph/contract/messaging'
import { z } from 'zod/mini'

/** A message that was written here and is not on the server yet, or not for sure. */
export const UnsentMessage = z.object({
  tempId: z.string(),
  content: z.string(),
  createdAt: z.string(),
  /** Why sending it failed; null while it is under way. */
  failure: z.nullable(z.string()),
  /** Whether it failed for a reason that passes by itself, so that it is worth sending again. */
  isPassing: z.boolean(),
  /** The newest message that was here when it was written, '' if there was none; absent if nobody knew. */
  after: z.optional(z.string()),
})
export type UnsentMessage = z.infer<typeof UnsentMessage>

export const MESSAGE_NOT_SENT = 'Failed to send message. Please try again.'

/** What a member writes now; `tempId` is the name under which it may have been sent before. */
export function createUnsentMessage(
  content: string,
  after: string | undefined,
  tempId = `temp-${crypto.randomUUID()}`,
): UnsentMessage {
  return {
    tempId,
    content,
    createdAt: new Date().toISOString(),
    failure: null,
    isPassing: false,
    ...(after !== undefined && { after }),
  }
}

/** The one whose turn it is. Of several, each waits for those before it. */
export function findNextToSend(all: readonly UnsentMessage[]): UnsentMessage | undefined {
  return all.find(({ failure }) => failure === null)
}

/** It was refused; those behind it go on. */
export function markRefused(
  all: readonly UnsentMessage[],
  tempId: string,
  failure: string,
): UnsentMessage[] {
  return all.map((each) => (each.tempId === tempId ? { ...each, failure, isPassing: false } : each))
}

/** It did not get through. Those behind it would overtake it, so they fail with it. */
export function markRetryable(all: readonly UnsentMessage[], failure: string): UnsentMessage[] {
  return all.map((each) => (each.failure === null ? { ...each, failure, isPassing: true } : each))
}

/** There is a connection again: what did not get through is under way once more, in its old order. */
export function resumeRetryable(all: readonly UnsentMessage[]): UnsentMessage[] {
  return all.map((each) => (each.isPassing ? { ...each, failure: null, isPassing: false } : each))
}

export function removeUnsentMessage(
  all: readonly UnsentMessage[],
  tempId: string,
): UnsentMessage[] {
  return all.filter((each) => each.tempId !== tempId)
}

/**
 * Those that have not come back as a message yet. A sync brings one's own without the name that it was sent under, maybe
 * before it is confirmed; `arrived` are the member's own of which no name is known.
 */
export function excludeArrived(
  all: readonly UnsentMessage[],
  arrived: readonly Pick<Message, '_id' | 'content'>[],
): UnsentMessage[] {
  const left = [...arrived]
  return all.filter(({ content, after, failure, isPassing }) => {
    if (after === undefined || (failure !== null && !isPassing)) return true
    const place = left.findIndex((message) => message.content === content && message._id > after)
    if (place !== -1) left.splice(place, 1)
    return place === -1
  })
}
