import type { SafetyServerEvent } from '@dolph/contract/safety/safety'
import { publishSessionChange, type Bus } from '../../platform/realtime/bus.ts'
import type { MemberAndOther } from './relations.ts'

/**
 * Published after the commit: a browser that refetches earlier would still read the old relation. A secret change is published
 * to the member's own browsers only.
 */
export function publishRelationChanged(
  bus: Bus,
  { memberId, otherId }: MemberAndOther,
  { isSecret = false } = {},
): void {
  // The lookup of a session tells how often the member's ignored members have changed.
  publishSessionChange(bus, memberId)
  bus.publish(memberId, serializeEvent({ type: 'relation_changed', userId: otherId }))
  if (!isSecret)
    bus.publish(otherId, serializeEvent({ type: 'relation_changed', userId: memberId }))
}

function serializeEvent(event: SafetyServerEvent): string {
  return JSON.stringify(event)
}
