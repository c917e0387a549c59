import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import type { EventSubscribers } from '../../events/subscribers.ts'
import { publishNotifications } from './publish-notifications.ts'
import { removeFormerOwners } from './writing/remove-former-owners.ts'
import {
  notifyOfAnswers,
  notifyOfCreatedRequests,
  notifyOfDueRequests,
} from './writing/notify-of-join-requests.ts'
import { notifyOfTeamChanges } from './writing/notify-of-team-changes.ts'
import { readAnsweredRequests } from './writing/read-answered-requests.ts'
import { announceLines } from './writing/written-lines.ts'

/** What members hear of join requests and teams. */
export const joinRequestSubscribers: EventSubscribers = {
  'join-request.created': async (tx, events, deps) => {
    await lockRequestNotifications(tx)
    return announceLines(tx, await notifyOfCreatedRequests(tx, events), deps)
  },
  'join-request.due': async (tx, events, deps) => {
    await lockRequestNotifications(tx)
    return announceLines(tx, await notifyOfDueRequests(tx, events), deps)
  },
  'join-request.answered': async (tx, events, deps) => {
    await lockRequestNotifications(tx)
    const readerIds = await readAnsweredRequests(tx, events)
    const lines = await notifyOfAnswers(tx, events)
    const announce = await announceLines(tx, lines, deps)
    const replacedIds = lines.flatMap(({ memberId, isReplaced }) => (isReplaced ? memberId : []))
    return async () => {
      await announce?.()
      // Without a line the event makes browsers fetch the list, from which lines are gone.
      const changedIds = [...new Set([...readerIds, ...replacedIds])]
      await publishNotifications(deps, changedIds, { withLatest: false })
    }
  },
  'team.changed': async (tx, events, deps) =>
    announceLines(tx, await notifyOfTeamChanges(tx, events), deps),
  'co-owner.removed': async (tx, events, deps) => {
    await lockRequestNotifications(tx)
    const memberIds = await removeFormerOwners(tx, events)
    return async () => publishNotifications(deps, memberIds, { withLatest: false })
  },
}

/** A statement of its own: those after it see the answers that were committed while it waited. */
async function lockRequestNotifications(tx: Queryable): Promise<void> {
  await sql`select lock_request_notifications()`.execute(tx)
}
