import type { SafetyServerEvent } from '@dolph/contract/safety/safety'
import { callWithPosition } from '../../platform/db/standbys/call-with-position.ts'
import type { Deps } from '../../platform/deps.ts'
import { publishSessionChange } from '../../platform/realtime/bus.ts'
import type { MemberAndOther } from './relations.ts'

/**
 * Published after the commit: a browser that refetches earlier would still read the old relation. A secret change is published
 * to the member's own browsers only.
 */
export function publishRelationChanged(
  { bus, position }: Pick<Deps, 'bus' | 'position'>,
  { memberId, otherId }: MemberAndOther,
  { isSecret = false } = {},
): void {
  // The lookup of a session tells how often the member's ignored members have changed.
  publishSessionChange(bus, memberId)
  callWithPosition(position, (committed) => {
    const event = { type: 'relation_changed', ...(committed && { position: committed }) } as const
    bus.publish(memberId, serializeEvent({ ...event, userId: otherId }))
    if (!isSecret) bus.publish(otherId, serializeEvent({ ...event, userId: memberId }))
  })
}

function serializeEvent(event: SafetyServerEvent): string {
  return JSON.stringify(event)
}
