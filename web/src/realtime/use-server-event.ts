import type { ServerEvent } from '@dolph/contract/realtime'
import { useEffect, useEffectEvent } from 'react'
import { connection, type ServerEventOf } from './connection.ts'

/** Calls `handler` for each event of this type, while the component is mounted. */
export function useServerEvent<T extends ServerEvent['type']>(
  type: T,
  handler: (event: ServerEventOf<T>) => void,
): void {
  const onEvent = useEffectEvent(handler)
  useEffect(() => connection.on(type, onEvent), [type])
}
