import { sql, type Insertable } from 'kysely'
import type { RepositoryFacts } from './code-host/code-host.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { Repositories } from './tables.ts'
import { insertEventsFrom } from '../../platform/events/insert-event.ts'

interface LinkedRepository {
  postId: string
  link: string
}

export async function saveRepositoryFacts(
  db: Database,
  linked: LinkedRepository,
  facts: RepositoryFacts & { isConfirmed: boolean },
): Promise<void> {
  const { etag, language, license } = facts
  await db.transaction().execute(async (tx) => {
    await upsertRepository(tx, linked, {
      etag: etag ?? '',
      language,
      license,
      failures: 0,
      pushed_at: facts.pushedAt?.toISOString() ?? null,
      is_archived: facts.isArchived,
      is_confirmed: facts.isConfirmed,
    })
    await announceArchived(tx, linked)
  })
}

export async function saveRepositoryUnchanged(
  db: Database,
  linked: LinkedRepository,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('repositories')
      .set({ read_at: sql`now()`, failures: 0 })
      .where('post_id', '=', linked.postId)
      .execute()
    await announceArchived(tx, linked)
  })
}

/** Keeps the facts that are there. */
export async function saveRepositoryAttempt(
  db: Database,
  { postId, link }: LinkedRepository,
): Promise<void> {
  await db
    .insertInto('repositories')
    .values({ post_id: postId, link, is_archived: false, is_confirmed: false, failures: 1 })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet({
        read_at: sql`now()`,
        failures: sql`least(repositories.failures + 1, 1000)`,
      }),
    )
    .execute()
}

/** What is gone is forgotten; the row stays, so that the repository is asked for again in its turn, also without open roles. */
export async function saveRepositoryGone(db: Database, linked: LinkedRepository): Promise<void> {
  const nothing = { etag: null, pushed_at: null, language: null, license: null }
  const values = { ...nothing, is_archived: false, is_confirmed: false, failures: 1 }
  await upsertRepository(db, linked, values)
}

type RepositoryValues = Omit<Insertable<Repositories>, 'post_id' | 'link' | 'read_at'>

async function upsertRepository(
  db: Queryable,
  { postId, link }: LinkedRepository,
  values: RepositoryValues,
): Promise<void> {
  await db
    .insertInto('repositories')
    .values({ post_id: postId, link, ...values })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet({
        ...values,
        link,
        read_at: sql`now()`,
        is_archival_announced: sql`repositories.is_archival_announced and repositories.link = excluded.link`,
        ...(values.failures && { failures: sql`least(repositories.failures + 1, 1000)` }),
      }),
    )
    .execute()
}

/** The event is written once for a link, also if the repository is opened and archived again. */
async function announceArchived(tx: Queryable, { postId, link }: LinkedRepository): Promise<void> {
  await sql`
    with archived as (
      update repositories set is_archival_announced = true
      where post_id = ${postId} and link = ${link} and is_archived and not is_archival_announced
      returning post_id)
    ${insertEventsFrom('repository.archived', {
      from: sql`archived`,
      subjectId: sql`post_id`,
      actorId: sql`null`,
      data: {},
    })}`.execute(tx)
}
