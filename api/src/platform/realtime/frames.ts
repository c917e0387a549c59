import { AuthEvent, type SocketServerEvent } from '@dolph/contract/socket'
import { readFirstField } from '../db/json-text.ts'

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
  return readFirstField(event, 'type') ?? ''
}

/** Serializes an event of the connection itself; features serialize their own. */
export function serializeSocketEvent(event: SocketServerEvent): string {
  return JSON.stringify(event)
}
