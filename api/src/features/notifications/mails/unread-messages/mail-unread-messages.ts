import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable } from '../../../../platform/db/database.ts'
import { deleteInBatches } from '../../../../platform/db/delete-in-batches.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { defineJob, handleJob } from '../../../../platform/jobs/define-job.ts'
import { enqueueMail } from '../../../../platform/mail/outbox.ts'
import { Presence } from '../../../../platform/realtime/presence.ts'
import { claimMailOfDay, startOfMailDay } from './claim-mail-of-day.ts'
import { createUnsubscribeToken } from '../unsubscribe-token.ts'
import {
  selectUnreadConversations,
  type UnreadConversation,
  type UnreadRoom,
} from './unread-conversations.ts'
import { unreadMessagesMail } from './unread-messages-mail.ts'
import { unreadRoomMail } from './unread-room-mail.ts'

const HOUR_MS = 3_600_000
/** A search after a long outage looks back no farther than this. */
const LOOKBACK_MAX_MS = 6 * HOUR_MS
const MESSAGES_PER_BATCH = 1_000

const mailUnreadMessagesJob = defineJob('mail-unread-messages', z.object({}))

export const unreadMessagesJobs = [
  handleJob(mailUnreadMessagesJob, async (_, deps) => mailUnreadMessages(deps), {
    cron: '*/5 * * * *',
  }),
]

/**
 * Looks once at every message that has become an hour old, and mails about those that are unread and whose recipient has
 * not visited since: at most one mail per conversation or room and day.
 */
export async function mailUnreadMessages(deps: Deps, now = Date.now()): Promise<void> {
  while (await mailBatch(deps, now));
  await deleteInBatches(deps.db, 'unread_message_mails', sql`mailed_at < ${startOfMailDay(now)}`)
}

/** The messages looked at and the mails about them are one transaction: a worker that is killed repeats or loses none. */
async function mailBatch(deps: Deps, now: number): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const lastId = await lockSearch(tx, now)
    const before = createIdBound(now - HOUR_MS)
    if (lastId === undefined || lastId >= before) return false
    const oldest = createIdBound(now - HOUR_MS - LOOKBACK_MAX_MS)
    const after = lastId > oldest ? lastId : oldest
    const found = await selectUnreadConversations(tx, {
      after,
      before,
      limit: MESSAGES_PER_BATCH,
      mailedAfter: startOfMailDay(now),
    })
    for (const conversation of await omitOnline(deps, found.conversations))
      await mailConversation(tx, deps, conversation, now)
    if (deps.flags.isOn('rooms')) {
      for (const room of await omitOnline(deps, found.rooms)) await mailRoom(tx, deps, room, now)
    }
    await tx
      .updateTable('unread_message_search')
      .set({ last_id: found.lastId ?? before })
      .execute()
    return found.lastId !== null
  })
}

/** The last message that was looked at; undefined while another worker searches. The first search starts with now. */
async function lockSearch(tx: Queryable, now: number): Promise<string | undefined> {
  await tx
    .insertInto('unread_message_search')
    .values({ last_id: createIdBound(now - HOUR_MS) })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute()
  const row = await tx
    .selectFrom('unread_message_search')
    .select('last_id')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.last_id
}

/** An open socket is a visit, and so is one that was closed since. Without Redis only the sessions tell. */
async function omitOnline<Unread extends UnreadConversation | UnreadRoom>(
  { redis, bus }: Deps,
  conversations: Unread[],
): Promise<Unread[]> {
  const memberIds = [...new Set(conversations.map(({ recipientId }) => recipientId))]
  const statuses = await new Presence(redis, bus.id)
    .readStatuses(memberIds)
    .catch(() => new Map<string, never>())
  return conversations.filter(({ recipientId, sentAt }) => {
    const { isOnline = false, lastSeen = null } = statuses.get(recipientId) ?? {}
    return !isOnline && (lastSeen === null || Date.parse(lastSeen) <= Date.parse(sentAt))
  })
}

async function mailConversation(
  tx: Queryable,
  { mailer, config }: Deps,
  conversation: UnreadConversation,
  now: number,
): Promise<void> {
  const { conversationId, recipientId, email, firstName, senderId, senderName } = conversation
  if (!(await claimMailOfDay(tx, { memberId: recipientId, conversationId }, now))) return
  await enqueueMail(tx, mailer, {
    key: `unread-messages ${conversationId} ${recipientId} ${now}`,
    to: email,
    template: unreadMessagesMail,
    data: {
      firstName,
      senderId,
      senderName,
      count: conversation.unread,
      token: createUnsubscribeToken(config.SECRET, { memberId: recipientId, kind: 'messages' }),
    },
  })
}

async function mailRoom(
  tx: Queryable,
  { mailer, config }: Deps,
  room: UnreadRoom,
  now: number,
): Promise<void> {
  const { conversationId: roomId, recipientId, email, firstName, project, unread: count } = room
  if (!(await claimMailOfDay(tx, { memberId: recipientId, conversationId: roomId }, now))) return
  await enqueueMail(tx, mailer, {
    key: `unread-room ${roomId} ${recipientId} ${now}`,
    to: email,
    template: unreadRoomMail,
    data: {
      firstName,
      roomId,
      project,
      count,
      token: createUnsubscribeToken(config.SECRET, { memberId: recipientId, kind: 'messages' }),
    },
  })
}

/** An id below those of all messages of this time and later. */
function createIdBound(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
