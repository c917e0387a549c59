import { buildJson, RawJson } from '../../../platform/db/json-text.ts'
import type { Bus } from '../../../platform/realtime/bus.ts'
import { publishToRooms } from '../../rooms/events.ts'

export interface PublishedChange {
  /** The JSON of the contract's `ChangedMessage`, the same for everybody. */
  json: string
  isInRoom: boolean
  recipientIds: readonly string[]
}

/** Who is not connected now gets the change with the next sync. */
export function publishMessageChanged(
  bus: Bus,
  { json, isInRoom, recipientIds }: PublishedChange,
): void {
  const event = formatMessageChangedEvent(json)
  if (isInRoom) publishToRooms(bus, { messageId: null, event }, recipientIds.join())
  else for (const memberId of recipientIds) bus.publish(memberId, event)
}

export function formatMessageChangedEvent(json: string): string {
  return buildJson({ type: 'message_changed', message: new RawJson(json) })
}
