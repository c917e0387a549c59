import type { Participant } from '@dolph/contract/messaging/messaging'
import { useSyncExternalStore } from 'react'
import { useMessagingClient } from '../use-messaging-client.ts'
import { UNKNOWN_PRESENCE, type Presence } from './presence-store.ts'

/** A deleted member, who has no name, has no presence either. */
export function usePresence({ _id, userName }: Participant): Presence {
  const { presence } = useMessagingClient()
  return useSyncExternalStore(
    presence.subscribe,
    () => (userName === undefined ? UNKNOWN_PRESENCE : presence.read(_id)),
    () => UNKNOWN_PRESENCE,
  )
}
