import { useSyncExternalStore } from 'react'
import { useMessagingClient } from '../use-messaging-client.ts'

export function useTyping(peerId: string): {
  isPeerTyping: boolean
  startTyping: () => void
  stopTyping: () => void
} {
  const { typing } = useMessagingClient()
  const isPeerTyping = useSyncExternalStore(
    typing.subscribe,
    () => typing.isPeerTyping(peerId),
    () => false,
  )
  return {
    isPeerTyping,
    startTyping: () => typing.startTyping(peerId),
    stopTyping: () => typing.stopTyping(peerId),
  }
}
