import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import type { RepeatErasure } from '../../erasures/repeat-erasure.ts'
import { isOwner } from '../projects/owners.ts'
import { updateJson } from './update-json.ts'

export interface NewUpdate {
  postId: string
  authorId: string
  body: string
  tempId: string | null
  tempDigest: Buffer | null
}

export async function insertUpdate(tx: Queryable, update: NewUpdate) {
  const { rows } = await sql<{ id: string; json: string }>`
    with news as (
      insert into updates (post_id, author_id, body, temp_id, temp_digest)
      values (${update.postId}, ${update.authorId}, ${update.body}, ${update.tempId}, ${update.tempDigest})
      returning *)
    select id, ${updateJson} as json from news
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('insertUpdate returned no row')
  return row
}

/** The update that was first sent with this `tempId`, and whether it had the same content. */
export async function selectSentUpdate(
  tx: Queryable,
  { postId, tempId, tempDigest }: Pick<NewUpdate, 'postId' | 'tempId' | 'tempDigest'>,
) {
  const { rows } = await sql<{ json: string; isSameContent: boolean }>`
    select ${updateJson} as json, temp_digest = ${tempDigest} as "isSameContent" from updates as news
    where post_id = ${postId} and temp_id = ${tempId}
  `.execute(tx)
  return rows[0]
}

/** The written updates of the last 24 hours, and the seconds until the oldest of them is older. */
export async function countUpdatesOfDay(tx: Queryable, postId: string) {
  const { rows } = await buildCountOfDay(postId).execute(tx)
  return rows[0] ?? { count: 0, seconds: 1 }
}

/** The subquery makes `uuid_v7`, which is volatile, a bound of the index. */
export function buildCountOfDay(postId: string) {
  return sql<{ count: number; seconds: number }>`
    select count(*)::integer as count,
      coalesce(ceil(extract(epoch from min(created_at) + interval '24 hours' - clock_timestamp())), 1)::integer as seconds
    from updates
    where post_id = ${postId} and state is null and id >= (select uuid_v7(clock_timestamp() - interval '24 hours'))`
}

export async function selectUpdatePost(tx: Queryable, id: string): Promise<string | undefined> {
  const update = await tx
    .selectFrom('updates')
    .select('post_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return update?.post_id
}

interface UpdateKey {
  id: string
  memberId: string
}

/** Edits an update; undefined unless the member wrote it and still owns the project. A change of state has no text to edit. */
export async function editUpdateBody(
  tx: Queryable,
  { id, memberId }: UpdateKey,
  body: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    with news as (
      update updates set body = ${body}, edited_at = clock_timestamp()
      where id = ${id} and author_id = ${memberId} and state is null
        and ${isOwner(sql`${memberId}::uuid`, sql.ref('updates.post_id'))}
      returning *)
    select ${updateJson} as json from news
  `.execute(tx)
  return rows[0]?.json
}

/** Deletes an update; false unless the member owns its project. */
export async function deleteUpdateRow(
  db: Queryable,
  { id, memberId }: UpdateKey,
): Promise<boolean> {
  const { rows } = await sql`
    delete from updates where id = ${id} and ${isOwner(sql`${memberId}::uuid`, sql.ref('updates.post_id'))}
    returning id
  `.execute(db)
  return rows.length > 0
}

export const repeatUpdateErasure: RepeatErasure = async (tx, id) => {
  await tx.deleteFrom('updates').where('id', '=', id).execute()
}
