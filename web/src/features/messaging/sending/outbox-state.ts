import { MessageAbout, richFields, type Message } from '@dolph/contract/messaging/messaging'
import { z } from 'zod/mini'
import { createTempId } from '../../../lib/temp-id.ts'

/**
 * A message written on this device that the server has not acknowledged. It is pending (`failure` is null), waiting
 * (`isRetryable`: it is sent later without the member) or refused for good. See docs/decisions/0025-message-sync.md.
 */
export const UnsentMessage = z.object({
  tempId: z.string(),
  content: z.string(),
  createdAt: z.string(),
  /** Why sending failed; null while the message is pending. */
  failure: z.nullable(z.string()),
  /** Whether the failure is temporary, so that sending is repeated. */
  isRetryable: z.boolean(),
  /** The newest cached message when this one was written, '' if there was none; absent if the thread was not loaded. */
  after: z.optional(z.string()),
  about: z.optional(MessageAbout),
  replyTo: richFields.replyTo,
})
export type UnsentMessage = z.infer<typeof UnsentMessage>

/** What a message refers to. */
export type MessageReferences = Pick<UnsentMessage, 'about' | 'replyTo'>

export const MESSAGE_NOT_SENT = 'Failed to send message. Please try again.'

/** Creates a pending message; a given `tempId` is the one under which it may have been sent before. */
export function createUnsentMessage(
  content: string,
  after: string | undefined,
  tempId = createTempId(),
  { about, replyTo }: MessageReferences = {},
): UnsentMessage {
  return {
    tempId,
    content,
    createdAt: new Date().toISOString(),
    failure: null,
    isRetryable: false,
    ...(after !== undefined && { after }),
    ...(about !== undefined && { about }),
    ...(replyTo !== undefined && { replyTo }),
  }
}

/** The oldest pending message: each one waits for those before it. */
export function findNextToSend(all: readonly UnsentMessage[]): UnsentMessage | undefined {
  return all.find(({ failure }) => failure === null)
}

/** Marks one message as refused by the server; those after it stay pending. */
export function markRefused(
  all: readonly UnsentMessage[],
  tempId: string,
  failure: string,
): UnsentMessage[] {
  return all.map((each) =>
    each.tempId === tempId ? { ...each, failure, isRetryable: false } : each,
  )
}

/** Marks all pending messages as temporarily failed: sending the later ones alone would change their order. */
export function markRetryable(all: readonly UnsentMessage[], failure: string): UnsentMessage[] {
  return all.map((each) => (each.failure === null ? { ...each, failure, isRetryable: true } : each))
}

/** Makes the temporarily failed messages pending again, in their old order. */
export function resumeRetryable(all: readonly UnsentMessage[]): UnsentMessage[] {
  return all.map((each) =>
    each.isRetryable ? { ...each, failure: null, isRetryable: false } : each,
  )
}

export function removeUnsentMessage(
  all: readonly UnsentMessage[],
  tempId: string,
): UnsentMessage[] {
  return all.filter((each) => each.tempId !== tempId)
}

/**
 * The unsent messages that are not among the `arrived` ones, which are the member's own messages without a known tempId:
 * a sync returns a message without its tempId, possibly before the message is acknowledged.
 */
export function excludeArrived(
  all: readonly UnsentMessage[],
  arrived: readonly Pick<Message, '_id' | 'content'>[],
): UnsentMessage[] {
  const unmatched = [...arrived]
  return all.filter(({ content, after, failure, isRetryable }) => {
    if (after === undefined || (failure !== null && !isRetryable)) return true
    const index = unmatched.findIndex(
      (message) => message.content === content && message._id > after,
    )
    if (index !== -1) unmatched.splice(index, 1)
    return index === -1
  })
}
