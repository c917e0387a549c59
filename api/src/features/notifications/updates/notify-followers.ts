import { DEFAULT_CHANNELS } from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { defineJob, handleJob } from '../../../platform/jobs/define-job.ts'
import { getTraceParent } from '../../../platform/telemetry/tracing/tracer.ts'
import { scheduleNotificationMails } from '../mails/schedule-notification-mail.ts'
import { publishNotifications } from '../publish-notifications.ts'
import {
  hasNotMutedPost,
  canBeNotifiedBy,
  wantsNotification,
} from '../writing/wants-notification.ts'
import type { ChangedLine } from '../writing/announce-lines.ts'

const BATCH_SIZE = 1_000
/** How many lines a member keeps. */
const LINES_MAX = 500

export const notifyFollowersJob = defineJob('notify-followers', z.object({ updateId: z.uuid() }))

export const notifyFollowersJobs = [
  handleJob(notifyFollowersJob, async ({ updateId }, deps) => {
    while (await notifyNextFollowers(deps, updateId));
  }),
]

/** Queues the notifications about updates: a project may have more followers than one transaction should write for. */
export async function queueUpdateDeliveries(
  tx: Queryable,
  events: EventOf<'update.posted'>[],
): Promise<void> {
  const ids = events.map(({ subjectId }) => subjectId)
  await sql`
    with queued as (
      insert into update_deliveries (update_id)
      select updates.id from updates where updates.id = any (${ids}) order by updates.id
      on conflict do nothing returning update_id)
    select graphile_worker.add_job(
      ${notifyFollowersJob.name},
      payload => json_strip_nulls(json_build_object(
        'updateId', update_id, 'traceparent', ${getTraceParent() ?? null}::text)),
      job_key => 'notify-followers ' || update_id)
    from queued
  `.execute(tx)
}

interface Delivery {
  lastFollowerId: string
}

/**
 * Notifies the next followers of an update, and moves the mark in the same transaction: a job that is repeated, because its
 * worker died, goes on after them. Returns whether there may be more.
 */
export async function notifyNextFollowers(
  deps: Pick<Deps, 'db' | 'bus'>,
  updateId: string,
  batchSize = BATCH_SIZE,
): Promise<boolean> {
  const memberIds: string[] = []
  const hasMore = await deps.db.transaction().execute(async (tx) => {
    const delivery = await tx
      .selectFrom('update_deliveries')
      .select('last_follower_id as lastFollowerId')
      .where('update_id', '=', updateId)
      .forUpdate()
      .executeTakeFirst()
    if (!delivery) return false
    const nextId = await selectLastOfBatch(tx, { updateId, batchSize, ...delivery })
    if (nextId === undefined) {
      await tx.deleteFrom('update_deliveries').where('update_id', '=', updateId).execute()
      return false
    }
    const lines = await writeLines(tx, updateId, { after: delivery.lastFollowerId, upTo: nextId })
    await scheduleNotificationMails(
      tx,
      lines.filter(({ isNew, isMailed }) => isNew && isMailed),
    )
    await deleteExcessLines(
      tx,
      lines.filter(({ isNew }) => isNew).map(({ memberId }) => memberId),
    )
    memberIds.push(...lines.map(({ memberId }) => memberId))
    await tx
      .updateTable('update_deliveries')
      .set({ last_follower_id: nextId })
      .where('update_id', '=', updateId)
      .execute()
    return true
  })
  await publishNotifications(deps, memberIds, { withLatest: true })
  return hasMore
}

/** The last follower of the next batch; undefined at the end, and if a moderator hid the post meanwhile. */
async function selectLastOfBatch(
  tx: Queryable,
  { updateId, lastFollowerId, batchSize }: Delivery & { updateId: string; batchSize: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id as "memberId" from (
      select follows.member_id from follows
      where post_id = (
          select posts.id from updates join posts on posts.id = updates.post_id
          where updates.id = ${updateId} and hidden_at is null)
        and with_updates and follows.member_id > ${lastFollowerId}
      order by follows.member_id limit ${batchSize}) as batch
    order by member_id desc limit 1
  `.execute(tx)
  return rows[0]?.memberId
}

const isMailedByDefault = sql.lit(DEFAULT_CHANNELS.update.mail)

/**
 * Starts or renews the lines of a batch, in the order of all locks on notifications: one statement instead of a call for each
 * follower. Mails are few, so that their settings are read now, not only by a job for each line.
 */
async function writeLines(
  tx: Queryable,
  updateId: string,
  { after, upTo }: { after: string; upTo: string },
) {
  const { rows } = await sql<ChangedLine & { isMailed: boolean }>`
    with recipients as materialized (
      select follows.member_id, posts.id as post_id, updates.author_id, uuid_v7() as new_id
      from updates join posts on posts.id = updates.post_id
      join follows on follows.post_id = posts.id
      where updates.id = ${updateId} and with_updates
        and follows.member_id > ${after} and follows.member_id <= ${upTo}
        and follows.member_id is distinct from updates.author_id
        and ${wantsNotification(sql`follows.member_id`, sql`'update'`)}
        and ${hasNotMutedPost(sql`follows.member_id`, sql`posts.id`)}
        and ${canBeNotifiedBy(sql`follows.member_id`, sql`posts.author_id`)}
        -- A member whom it names may have a line about the mention. The event that writes it is older than the one that queued this job.
        and not exists (
          select from update_mentions as mention join notifications as line
            on line.member_id = mention.member_id and line.kind = 'mention' and line.target_id = mention.update_id
          where mention.update_id = ${updateId} and mention.member_id = follows.member_id)
        and (updates.author_id is null or updates.author_id = posts.author_id
          or ${canBeNotifiedBy(sql`follows.member_id`, sql`updates.author_id`)})
      order by follows.member_id),
    written as (
      insert into notifications as line (member_id, id, kind, target_id, actors)
      select member_id, new_id, 'update', post_id, array_remove(array[author_id], null) from recipients order by member_id
      on conflict (member_id, kind, target_id) where read_at is null
      do update set at = clock_timestamp(), actors = merge_newest_authors(line.actors, excluded.actors)
      returning line.member_id, line.id)
    select written.member_id as "memberId", written.id as "notificationId", written.id = recipients.new_id as "isNew",
      coalesce((
        select (kinds -> 'update' ->> 'mail')::boolean from notification_settings as settings
        where settings.member_id = recipients.member_id), ${isMailedByDefault}) as "isMailed"
    from written join recipients on recipients.member_id = written.member_id
  `.execute(tx)
  return rows
}

/** Deletes what is beyond the newest 500 lines of a member, like start_notification. */
async function deleteExcessLines(tx: Queryable, memberIds: string[]): Promise<void> {
  await sql`
    with edge as (
      select recipient.id as member_id, line.at, line.id
      from unnest(${memberIds}::uuid[]) as recipient (id)
      cross join lateral (
        select at, id from notifications where member_id = recipient.id
        order by at desc, id desc offset ${sql.lit(LINES_MAX)} limit 1) as line),
    excess as (
      select line.member_id, line.id from edge join notifications as line
        on line.member_id = edge.member_id and (line.at, line.id) <= (edge.at, edge.id)
      for update of line skip locked),
    dropped as (
      delete from notifications as line using excess
      where line.member_id = excess.member_id and line.id = excess.id returning line.member_id, line.id)
    delete from notification_comments as counted using dropped
    where counted.member_id = dropped.member_id and counted.notification_id = dropped.id
  `.execute(tx)
}
