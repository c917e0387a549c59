import type { JoinRequestServerEvent } from '@dolph/contract/join-requests/join-requests'
import type { JoinRequestState } from '@dolph/contract/join-requests/join-request-state'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { callWithPosition } from '../../platform/db/standbys/call-with-position.ts'
import type { Deps } from '../../platform/deps.ts'
import type { AfterCommit, EventSubscribers } from '../../platform/events/subscribers.ts'
import { reachableOwnerId } from '../projects/owners.ts'
import { enqueuePauses } from './clock/pause-roles.ts'
import { countWaiting } from './queries.ts'

/** Events publish the changes, not the routes: a request is also changed by the clock, a block, a deleted role and an erasure. */
export const joinRequestSubscribers: EventSubscribers = {
  'join-request.created': announceChanges,
  'join-request.answered': announceChanges,
  'join-request.withdrawn': announceChanges,
  'join-request.hidden': announceChanges,
  'join-request.ended': async (tx, events, deps) => {
    await enqueuePauses(tx, events)
    return announceChanges(tx, events, deps)
  },
}

interface Change {
  recipientId: string
  joinRequestId: string
  state: JoinRequestState
  waitingCount: number
}

/** Sends the current state of the requests to the browsers of both sides, and of the co-owners who may read them. */
async function announceChanges(
  tx: Queryable,
  events: readonly { subjectId: string }[],
  { bus, position }: Pick<Deps, 'bus' | 'position'>,
): Promise<AfterCommit> {
  const ids = [...new Set(events.map(({ subjectId }) => subjectId))]
  const { rows } = await sql<Change>`
    select recipient.id as "recipientId", request.id as "joinRequestId", request.state,
      ${countWaiting(sql`recipient.id`)} as "waitingCount"
    from join_requests as request cross join lateral (
      select request.member_id as id
      union select request.owner_id
      union select ${reachableOwnerId('request')}
      union select member_id from team_members
        where team_members.post_id = request.post_id and is_co_owner and left_at is null
          and not is_blocked(member_id, request.member_id) and not is_blocked(member_id, request.owner_id)) as recipient
    where request.id = any (${ids}) and recipient.id is not null`.execute(tx)
  return async () =>
    callWithPosition(position, (committed) => {
      for (const { recipientId, ...change } of rows) {
        const event = { ...change, ...(committed && { position: committed }) }
        bus.publish(recipientId, serializeEvent({ type: 'join_request_changed', ...event }))
      }
    })
}

function serializeEvent(event: JoinRequestServerEvent): string {
  return JSON.stringify(event)
}
