import { AuthEvent, type SocketServerEvent } from '@dolph/contract/socket'

const TYPE_PREFIX = '{"type":"'

/** The member that an `auth` event names; null for every other frame. */
export function parseAuthFrame(data: Buffer): string | null {
  try {
    return AuthEvent.safeParse(JSON.parse(data.toString())).data?.userId ?? null
  } catch {
    return null
  }
}

/** The type of a serialized event, which comes first in it. */
export function readEventType(event: string): string {
  if (!event.startsWith(TYPE_PREFIX)) return ''
  return event.slice(TYPE_PREFIX.length, event.indexOf('"', TYPE_PREFIX.length))
}

/** Serializes an event of the connection itself; features serialize their own. */
export function serializeSocketEvent(event: SocketServerEvent): string {
  return JSON.stringify(event)
}
