import { STILL_OPEN_ASKED_AFTER_DAYS, ROLE_CLOSED_AFTER_DAYS } from '@dolph/contract/roles/roles'
import { sql } from 'kysely'
import { z } from 'zod'
import { MIN_ID } from '../../../platform/db/id-bounds.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { insertEventsFrom } from '../../../platform/events/insert-event.ts'
import { defineJob, handleJob } from '../../../platform/jobs/define-job.ts'
import { lockProject } from '../../projects/lock-project.ts'

const BATCH_SIZE = 500
/** A member is asked once about all roles that become silent within this time, and has at least this long to answer. */
const ANSWER_DAYS = 7

const stillOpenJob = defineJob('check-still-open', z.object({}))

export const stillOpenJobs = [
  // The job runs every hour although it counts days, so that a run that a restart skipped is made up for.
  handleJob(stillOpenJob, async (_, { db }) => checkStillOpen(db), { cron: '10 * * * *' }),
]

const today = sql`(now() at time zone 'UTC')::date`

/**
 * Closes the open roles that had no sign of life for five weeks, and asks the owners of those that had none for three. Each
 * batch commits by itself, and a role is asked about once, so that a run can end or be repeated anywhere.
 */
export async function checkStillOpen(db: Database, batchSize = BATCH_SIZE): Promise<void> {
  while (await closeSilentRoles(db, batchSize));
  let last: RolePosition | undefined = { confirmedOn: '-infinity', id: MIN_ID }
  while (last) last = await askOwners(db, last, batchSize)
}

/** A place in the list of open roles, the longest silent first. */
interface RolePosition {
  confirmedOn: string
  id: string
}

const isSilent = sql<boolean>`roles.state = 'open'
  and roles.confirmed_on <= ${today} - ${sql.lit(ROLE_CLOSED_AFTER_DAYS)}
  and roles.still_open_asked_on <= ${today} - ${sql.lit(ANSWER_DAYS)}`

/** Closes a batch; a trigger ends what waits for the roles. Returns whether there may be more. */
async function closeSilentRoles(db: Database, batchSize: number): Promise<boolean> {
  const { rows } = await sql<{ postId: string }>`
    select post_id as "postId" from roles where ${isSilent}
    order by confirmed_on, id limit ${sql.lit(batchSize)}
  `.execute(db)
  for (const postId of new Set(rows.map((row) => row.postId))) {
    await db.transaction().execute(async (tx) => {
      await lockProject(tx, postId)
      await sql`update roles set state = 'closed' where post_id = ${postId} and ${isSilent}`.execute(
        tx,
      )
    })
  }
  return rows.length === batchSize
}

/** Asks about the next batch. Returns its last role; undefined at the end. */
async function askOwners(
  db: Database,
  after: RolePosition,
  batchSize: number,
): Promise<RolePosition | undefined> {
  return db.transaction().execute(async (tx) => {
    const roles = await selectRolesToAskAbout(tx, after, batchSize)
    const last = roles.at(-1)
    if (!last) return undefined
    const ids = roles.map(({ id }) => id)
    // The question lists all roles of a member: one that was asked a few days ago covers these, too.
    const owners = sql`(
      select distinct owner.id
      from roles join posts on posts.id = roles.post_id
      cross join lateral (
        select posts.author_id as id
        union
        select team_members.member_id from team_members
        where team_members.post_id = posts.id and is_co_owner and left_at is null
          and not is_blocked(posts.author_id, team_members.member_id)) as owner
      where roles.id = any (${ids}::uuid[]) and not exists (
        select from owned_posts(owner.id) as owned (id) join roles as asked on asked.post_id = owned.id
        where asked.state = 'open' and asked.still_open_asked_on > ${today} - ${sql.lit(ANSWER_DAYS)})) as owner`
    await insertEventsFrom('still-open.asked', {
      from: owners,
      subjectId: sql`id`,
      actorId: sql`null::uuid`,
      data: {},
    }).execute(tx)
    await sql`update roles set still_open_asked_on = ${today} where id = any (${ids}::uuid[])`.execute(
      tx,
    )
    return roles.length === batchSize ? last : undefined
  })
}

/** Roles whose row is locked are skipped: an owner writes at this moment, which is a sign of life. */
async function selectRolesToAskAbout(
  tx: Queryable,
  after: RolePosition,
  batchSize: number,
): Promise<RolePosition[]> {
  const { rows } = await sql<RolePosition>`
    select roles.id, roles.confirmed_on::text as "confirmedOn"
    from roles join posts on posts.id = roles.post_id
    where roles.state = 'open' and roles.confirmed_on <= ${today} - ${sql.lit(STILL_OPEN_ASKED_AFTER_DAYS)}
      and (roles.confirmed_on, roles.id) > (${after.confirmedOn}::date, ${after.id}::uuid)
      and roles.still_open_asked_on is null and posts.hidden_at is null
    order by roles.confirmed_on, roles.id limit ${sql.lit(batchSize)}
    for update of roles skip locked
  `.execute(tx)
  return rows
}
