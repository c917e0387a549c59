import type { Deps } from '../../platform/deps.ts'
import { Presence } from '../../platform/realtime/presence.ts'
import { formatStatusEvent } from './events.ts'
import type { MemberPair } from './message-json.ts'

/** Tells two members who have begun a conversation about each other's presence: before it they were not notified. */
export async function publishMutualPresence(
  { redis, bus }: Pick<Deps, 'redis' | 'bus'>,
  { memberId, peerId }: MemberPair,
): Promise<void> {
  if (!bus.isConnected) return
  const statuses = await new Presence(redis, bus.id).readStatuses([memberId, peerId])
  for (const [userId, status] of statuses) {
    const recipientId = userId === memberId ? peerId : memberId
    if (status.isOnline) bus.publish(recipientId, formatStatusEvent(userId, status))
  }
}
