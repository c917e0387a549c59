import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { EventOf } from '../../platform/events/catalog.ts'
import type { AfterCommit, EventSubscribers } from '../../platform/events/subscribers.ts'
import { publishNotifications } from './publish-notifications.ts'
import { removeFormerOwners } from './writing/remove-former-owners.ts'
import {
  notifyOfCreatedRequests,
  notifyOfDueRequests,
  notifyOfOutcomes,
} from './writing/notify-of-join-requests.ts'
import { notifyOfTeamChanges } from './writing/notify-of-team-changes.ts'
import { readAnsweredRequests } from './writing/read-answered-requests.ts'
import { announceLines } from './writing/announce-lines.ts'

/** Notifications about join requests and teams. */
export const joinRequestSubscribers: EventSubscribers = {
  'join-request.created': async (tx, events, deps) => {
    await lockRequestNotifications(tx)
    return announceLines(tx, await notifyOfCreatedRequests(tx, events), deps)
  },
  'join-request.due': async (tx, events, deps) => {
    await lockRequestNotifications(tx)
    return announceLines(tx, await notifyOfDueRequests(tx, events), deps)
  },
  'join-request.answered': handleOutcomes,
  'join-request.ended': handleOutcomes,
  // These notify nobody, but earlier lines about the request change.
  'join-request.withdrawn': updateLines,
  'join-request.hidden': updateLines,
  'team.changed': async (tx, events, deps) =>
    announceLines(tx, await notifyOfTeamChanges(tx, events), deps),
  'co-owner.removed': async (tx, events, deps) => {
    await lockRequestNotifications(tx)
    const memberIds = await removeFormerOwners(tx, events)
    return async () => publishNotifications(deps, memberIds, { withLatest: false })
  },
}

async function handleOutcomes(
  tx: Queryable,
  events: EventOf<'join-request.answered' | 'join-request.ended'>[],
  deps: Deps,
): Promise<AfterCommit> {
  await lockRequestNotifications(tx)
  const readerIds = await readAnsweredRequests(tx, events)
  const lines = await notifyOfOutcomes(tx, events)
  const announce = await announceLines(tx, lines, deps)
  const replacedIds = lines.flatMap(({ memberId, isReplaced }) => (isReplaced ? memberId : []))
  return async () => {
    await announce?.()
    // Without a line the event makes browsers fetch the list, from which lines are gone.
    const changedIds = [...new Set([...readerIds, ...replacedIds])]
    await publishNotifications(deps, changedIds, { withLatest: false })
  }
}

async function updateLines(
  tx: Queryable,
  events: EventOf<'join-request.withdrawn' | 'join-request.hidden'>[],
  deps: Deps,
): Promise<AfterCommit> {
  await lockRequestNotifications(tx)
  const readerIds = await readAnsweredRequests(tx, events)
  return async () => publishNotifications(deps, readerIds, { withLatest: false })
}

/** A statement of its own: those after it see the answers that were committed while it waited. */
async function lockRequestNotifications(tx: Queryable): Promise<void> {
  await sql`select lock_request_notifications()`.execute(tx)
}
