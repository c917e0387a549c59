import { useSyncExternalStore } from 'react'
import { connection, type ConnectionState } from './connection.ts'

export function useConnectionState(): {
  state: ConnectionState
  /** The number of the last reconnect attempt. */
  attempt: number
} {
  const { subscribe, getState, getAttempt } = connection
  return {
    state: useSyncExternalStore(subscribe, getState, () => 'connecting' as const),
    attempt: useSyncExternalStore(subscribe, getAttempt, () => 0),
  }
}
