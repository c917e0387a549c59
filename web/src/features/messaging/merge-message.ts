import type { Message } from '@dolph/contract/messaging'
import type { QueryClient } from '@tanstack/react-query'
import { updateThread, setRenderKey, updateInbox } from './message-cache.ts'
import { applyMessage, getPeer } from './inbox.ts'
import { isConversationVisible } from './visible-conversation.ts'
import { applyEvent } from './thread.ts'

/** A message takes its place wherever this tab shows it; `tempId` is what it was called while it was sent. */
export function mergeMessage(
  client: QueryClient,
  me: string,
  message: Message,
  tempId: string | undefined,
): void {
  if (tempId !== undefined) setRenderKey(tempId, message)
  const peerId = getPeer(message, me)._id
  updateThread(client, me, peerId, (now) =>
    applyEvent(now, peerId, { type: 'new_message', message }),
  )
  updateInbox(client, me, (now) => applyMessage(now, me, message, isConversationVisible(peerId)))
}
