import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { RepeatErasure } from '../../privacy/erasures/repeat-erasure.ts'
import { insertMentions } from '../mentions/insert-mentions.ts'
import { UPDATE_MENTIONS } from '../mentions/mentioning-text.ts'
import { isOwner } from '../projects/owners.ts'
import { updateJson } from './update-json.ts'

export interface NewUpdate {
  postId: string
  authorId: string
  body: string
  tempId: string | null
  tempDigest: Buffer | null
  /** Whom the text names. */
  mentionedIds: string[]
}

export async function insertUpdate(tx: Queryable, update: NewUpdate): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with news as (
      insert into updates (post_id, author_id, body, temp_id, temp_digest)
      values (${update.postId}, ${update.authorId}, ${update.body}, ${update.tempId}, ${update.tempDigest})
      returning *),
    ${insertMentions(UPDATE_MENTIONS, sql`news`, sql`${update.mentionedIds}`)}
    select id from news
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('insertUpdate returned no row')
  return row.id
}

/** The JSON of an update with its mentions, which the statement that wrote them does not see. */
export async function selectUpdateJson(tx: Queryable, id: string): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select ${updateJson} as json from updates as news where id = ${id}
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('selectUpdateJson found no row')
  return row.json
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

interface UpdateEdit {
  body: string
  mentionedIds: string[]
}

/** Edits an update; false unless the member wrote it and still owns the project. A change of state has no text to edit. */
export async function editUpdateBody(
  tx: Queryable,
  { id, memberId }: UpdateKey,
  { body, mentionedIds }: UpdateEdit,
): Promise<boolean> {
  const { rows } = await sql`
    with news as (
      update updates set body = ${body}, edited_at = clock_timestamp()
      where id = ${id} and author_id = ${memberId} and state is null
        and ${isOwner(sql`${memberId}::uuid`, sql.ref('updates.post_id'))}
      returning *),
    changed as (
      update update_mentions set is_named = not is_named from news
      where update_id = news.id and is_named <> (update_mentions.member_id = any (${mentionedIds}::uuid[]))),
    ${insertMentions(UPDATE_MENTIONS, sql`news`, sql`${mentionedIds}`)}
    select from news
  `.execute(tx)
  return rows.length > 0
}

/** Deletes an update; false unless the member owns its project. A trigger inserts the event `update.deleted`. */
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
