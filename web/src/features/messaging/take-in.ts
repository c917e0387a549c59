import type { Message } from '@dolph/contract/messaging'
import type { QueryClient } from '@tanstack/react-query'
import { changeThread, nameAs, tellInbox } from './cache.ts'
import { applyMessage, peerOf } from './conversations.ts'
import { isLookedAt } from './looked-at.ts'
import { applyEvent } from './thread.ts'

/** A message takes its place wherever this tab shows it; `tempId` is what it was called while it was sent. */
export function takeIn(
  client: QueryClient,
  me: string,
  message: Message,
  tempId: string | undefined,
): void {
  if (tempId !== undefined) nameAs(tempId, message)
  const peerId = peerOf(message, me)._id
  changeThread(client, me, peerId, (now) =>
    applyEvent(now, peerId, { type: 'new_message', message }),
  )
  tellInbox(client, me, (now) => applyMessage(now, me, message, isLookedAt(peerId)))
}
