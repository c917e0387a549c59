import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unsentQuery } from '../message-queries.ts'
import { useMessagingClient } from '../use-messaging-client.ts'
import type { MessageReferences, UnsentMessage } from './outbox-state.ts'

const NO_UNSENT_MESSAGES: readonly UnsentMessage[] = []

/** The member's messages to this peer that the server has not acknowledged, oldest first. */
export function useUnsentMessages(peerId: string): readonly UnsentMessage[] {
  const { me, outboxes } = useMessagingClient()
  const outbox = outboxes.getOutbox(peerId)
  const { data: unsent = NO_UNSENT_MESSAGES } = useQuery(unsentQuery(me, peerId))
  useEffect(() => outbox.start(), [outbox])
  return unsent
}

/** `withdraw` removes a failed message and returns its text. */
export function useSendMessage(peerId: string): {
  send: (content: string, references?: MessageReferences) => void
  withdraw: (key: string) => string
} {
  const { outboxes, typing } = useMessagingClient()
  const outbox = outboxes.getOutbox(peerId)
  return {
    send: (content, references) => {
      typing.stopTyping(peerId)
      outbox.send(content, references)
    },
    withdraw: (key) => outbox.withdraw(key),
  }
}
