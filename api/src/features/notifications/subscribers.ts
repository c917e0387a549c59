import { sql } from 'kysely'
import type { EventSubscribers } from '../../platform/events/subscribers.ts'
import { joinRequestSubscribers } from './join-request-subscribers.ts'
import { publishNotifications } from './publish-notifications.ts'
import { removeBlockedMembers } from './writing/remove-blocked-members.ts'
import { notifyOfArchivedRepositories } from './writing/notify-of-archived-repositories.ts'
import { notifyOfExports } from './writing/notify-of-exports.ts'
import { notifyOfStillOpen } from './writing/notify-of-still-open.ts'
import { notifyOfComments } from './writing/notify-of-comments.ts'
import { notifyOfAppeals, notifyOfDecisions } from './writing/notify-of-decisions.ts'
import { notifyOfLikes } from './writing/notify-of-likes.ts'
import { notifyOfMentions } from './writing/notify-of-mentions.ts'
import { notifyOfRoomMentions } from './writing/notify-of-room-mentions.ts'
import { queueUpdateDeliveries } from './updates/notify-followers.ts'
import {
  removeDeletedUpdates,
  notifyOfUpdateMentions,
} from './updates/notify-of-update-mentions.ts'
import { announceLines } from './writing/announce-lines.ts'

/** What members are notified of. A new kind is written here; see `NotificationKind` for its settings. */
export const notificationSubscribers: EventSubscribers = {
  ...joinRequestSubscribers,
  'comment.created': async (tx, events, deps) =>
    announceLines(tx, await notifyOfComments(tx, events), deps),
  'comment.mentioned': async (tx, events, deps) =>
    announceLines(tx, await notifyOfMentions(tx, events), deps),
  'comment.deleted': async (tx, events, deps) => {
    const ids = events.map(({ subjectId }) => subjectId)
    const { rows } = await sql<{ memberId: string }>`
      select distinct removed as "memberId" from remove_notified_comments(${ids}) as removed
    `.execute(tx)
    const memberIds = rows.map(({ memberId }) => memberId)
    return async () => publishNotifications(deps, memberIds, { withLatest: false })
  },
  'room.mentions-changed': async (tx, events, deps) => {
    const { lines, recountedIds } = await notifyOfRoomMentions(tx, events)
    const announce = await announceLines(tx, lines, deps)
    return async () => {
      await announce?.()
      await publishNotifications(deps, recountedIds, { withLatest: false })
    }
  },
  'member.blocked': async (tx, events, deps) => {
    const memberIds = await removeBlockedMembers(tx, events)
    return async () => publishNotifications(deps, memberIds, { withLatest: false })
  },
  'post.milestone-reached': async (tx, events, deps) =>
    announceLines(tx, await notifyOfLikes(tx, events), deps),
  'case.decided': async (tx, events, deps) =>
    announceLines(tx, await notifyOfDecisions(tx, events), deps),
  'appeal.decided': async (tx, events, deps) =>
    announceLines(tx, await notifyOfAppeals(tx, events), deps),
  'still-open.asked': async (tx, events, deps) =>
    announceLines(tx, await notifyOfStillOpen(tx, events), deps),
  'repository.archived': async (tx, events, deps) =>
    announceLines(tx, await notifyOfArchivedRepositories(tx, events), deps),
  'export.ready': async (tx, events, deps) =>
    announceLines(tx, await notifyOfExports(tx, events), deps),
  'update.mentioned': async (tx, events, deps) =>
    announceLines(tx, await notifyOfUpdateMentions(tx, events), deps),
  'update.deleted': async (tx, events, deps) => {
    const memberIds = await removeDeletedUpdates(tx, events)
    return async () => publishNotifications(deps, memberIds, { withLatest: false })
  },
  'update.posted': async (tx, events) => queueUpdateDeliveries(tx, events),
}
