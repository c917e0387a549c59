import type { EventSubscribers } from '../../events/subscribers.ts'

/** What members hear of join requests and teams. */
export const joinRequestSubscribers: EventSubscribers = {
  'join-request.created': async () => {},
  'join-request.answered': async () => {},
  'join-request.due': async () => {},
  'team.changed': async () => {},
}
