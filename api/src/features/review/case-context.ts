import type { Subject } from '@dolph/contract/moderation/moderation'
import type { Case } from '@dolph/contract/review/review'
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { isVisibleMember } from '../accounts/people.ts'
import { coverJson } from '../posts/post-json.ts'

type Context = Omit<Case['context'], 'messages'>

const NO_CONTEXT: Context = { title: '', text: '', postId: null, isHidden: false, cover: null }

/** The subject in its place, hidden or not. Messages are only read from the copy that came with the report. */
export async function selectContext(db: Queryable, { kind, id }: Subject): Promise<Context> {
  const { rows } = await CONTEXTS[kind](id).execute(db)
  return rows[0] ?? NO_CONTEXT
}

const CONTEXTS = {
  message: (id: string): RawBuilder<Context> => sql`
    select '' as title, '' as text, null as "postId", hidden_at is not null as "isHidden", null as cover
    from messages where shard = shard_of(${id}) and id = ${id}`,
  post: (id: string): RawBuilder<Context> => sql`
    select title, body as text, id as "postId", hidden_at is not null as "isHidden", ${coverJson} as cover
    from posts where id = ${id}`,
  comment: (id: string): RawBuilder<Context> => sql`
    select posts.title, comments.content as text, posts.id as "postId", comments.hidden_at is not null as "isHidden",
      null as cover
    from comments join posts on posts.id = comments.post_id
    where comments.id = ${id} and comments.deleted_at is null`,
  member: (id: string): RawBuilder<Context> => sql`
    select username as title, coalesce(profiles.bio, '') as text, null as "postId", false as "isHidden", null as cover
    from members left join profiles on profiles.member_id = members.id
    where members.id = ${id} and ${isVisibleMember}`,
  'join-request': (id: string): RawBuilder<Context> => sql`
    select role_title || ' · ' || post_title as title, post_id as "postId", hidden_at is not null as "isHidden", null as cover,
      note || case when answer <> '' then E'\n\nAnswer: ' || answer else '' end as text
    from join_requests where id = ${id}`,
}

/** No number is counted beyond this. */
const COUNTED_MAX = 1_000

/** What is known about the author, in numbers. The cost is bounded, whatever the author has done. */
export async function selectHistory(
  db: Queryable,
  authorId: string | null,
): Promise<Case['history']> {
  const { rows } = await sql<Case['history']>`
    select
      (select created_at from members where id = ${authorId} and deleted_at is null) as "memberSince",
      (select count(*) from (select from posts where author_id = ${authorId} limit ${COUNTED_MAX}) as post) as posts,
      (select count(*) from (select from comments where author_id = ${authorId} limit ${COUNTED_MAX}) as comment) as comments,
      (select coalesce(least(sum(report_count), ${COUNTED_MAX}), 0)::integer from (
        select report_count from cases where author_id = ${authorId} order by id desc limit ${COUNTED_MAX}) as reported
      ) as "reportsAgainst",
      (select count(*) from (
        select from cases where author_id = ${authorId} and decision <> 'keep' and taken_back_at is null
        limit ${COUNTED_MAX}) as decided) as "decisionsAgainst"
  `.execute(db)
  const [history] = rows
  if (!history) throw new Error('A select of scalars returned no row')
  return history
}
