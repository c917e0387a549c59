import type { Message } from '@dolph/contract/messaging'
import type { QueryClient } from '@tanstack/react-query'
import { updateThread, setRenderKey, updateInbox } from './message-cache.ts'
import { applyMessage, getPeer } from './inbox.ts'
import { isConversationVisible } from './visible-conversation.ts'
import { applyEvent } from './thread.ts'

/** Merges a message into the cached conversation and inbox; `tempId` is the id under which this tab sent it. */
export function mergeMessage(
  client: QueryClient,
  me: string,
  message: Message,
  tempId: string | undefined,
): void {
  if (tempId !== undefined) setRenderKey(tempId, message)
  const peerId = getPeer(message, me)._id
  updateThread(client, me, peerId, (thread) =>
    applyEvent(thread, peerId, { type: 'new_message', message }),
  )
  updateInbox(client, me, (inbox) =>
    applyMessage(inbox, me, message, isConversationVisible(peerId)),
  )
}
