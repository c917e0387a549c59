import { sql } from 'kysely'
import { eraseMemberJob } from '../../privacy/erase-member-job.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { rescheduleMail } from '../../platform/mail/jobs.ts'
import { defineRangeCheck, type ConsistencyCheck } from './consistency-check.ts'

const ERASURE_MAX_HOURS = 24
const SENDING_MAX_MINUTES = 10

/** Tables with rows of posts but without a foreign key: the worker deletes them in batches after the post. */
const TABLES_OF_POSTS = ['post_likes', 'comments', 'post_pictures', 'follows'] as const

/** What should be gone, or done, by now. */
export const leftoverChecks: readonly ConsistencyCheck[] = [
  defineRangeCheck<{ id: string; deletedAt: string }>({
    name: 'erasures',
    summary: `a deleted member is erased within ${ERASURE_MAX_HOURS} hours`,
    table: 'members',
    column: 'id',
    size: 20_000,
    select: (range) => sql`
      select id, deleted_at as "deletedAt" from members
      where ${range} and deleted_at < now() - make_interval(hours => ${ERASURE_MAX_HOURS})
        and not exists (select from graphile_worker.jobs where key = 'delete-member ' || members.id and attempts < max_attempts)`,
    describe: ({ id, deletedAt }) => ({
      subject: id,
      problem: `deleted at ${deletedAt} and not erased`,
      repair: async ({ db }) => {
        await enqueueJob(db, eraseMemberJob, { memberId: id }, { key: `delete-member ${id}` })
        return true
      },
    }),
  }),
  {
    name: 'mails',
    summary: `a mail is sent within ${SENDING_MAX_MINUTES} minutes once a worker has begun`,
    async findFaults({ db }) {
      const { rows } = await sql<{ id: string; template: string }>`
        select id, template from mails
        where state = 'sending' and claimed_at < now() - make_interval(mins => ${SENDING_MAX_MINUTES})
      `.execute(db)
      const faults = rows.map(({ id, template }) => ({
        subject: id,
        problem: `${template} is neither sent nor tried again`,
        repair: async (deps: { db: typeof db }) => {
          await rescheduleMail(deps.db, id, 0)
          return true
        },
      }))
      return { faults, next: null }
    },
  },
  ...TABLES_OF_POSTS.map((table) =>
    defineRangeCheck<{ id: string }>({
      name: `orphaned-${table.replaceAll('_', '-')}`,
      summary: `rows of ${table} belong to a post`,
      table,
      column: 'post_id',
      size: 20_000,
      select: (range) => sql`
        select distinct post_id as id from ${sql.table(table)}
        where ${range} and not exists (select from posts where posts.id = post_id)
          and not exists (select from deleted_posts where deleted_posts.post_id = ${sql.ref(`${table}.post_id`)})`,
      describe: ({ id }) => ({
        subject: id,
        problem: `rows of ${table} without their post`,
        // As for a post that is deleted now: the worker deletes its rows in batches.
        repair: async ({ db }) => {
          await sql`insert into deleted_posts (post_id) values (${id}) on conflict do nothing`.execute(
            db,
          )
          return true
        },
      }),
    }),
  ),
]
