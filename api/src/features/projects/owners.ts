import type { PostType } from '@dolph/contract/posts/post-type'
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

export interface OwnedPost {
  id: string
  authorId: string
  title: string
  type: PostType
}

/** Selects a post that this member may write for: as its author, or as a co-owner on its team. */
export async function selectOwnedPost(
  db: Queryable,
  { postId, memberId }: { postId: string; memberId: string },
): Promise<OwnedPost | undefined> {
  const { rows } = await sql<OwnedPost>`
    select id, author_id as "authorId", title, type from posts
    where id = ${postId} and ${isOwner(sql`${memberId}::uuid`, sql.ref('posts.id'))}`.execute(db)
  return rows[0]
}

/** Whether the member may write for the post. A co-owner may not while the post is hidden, or after a block between them and the author. */
export function isOwner(
  memberId: RawBuilder<unknown>,
  postId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`exists (
    select from posts as owned where owned.id = ${postId} and (owned.author_id = ${memberId} or exists (
      select from team_members where team_members.post_id = owned.id and team_members.member_id = ${memberId}
        and is_co_owner and left_at is null and owned.hidden_at is null
        and not is_blocked(owned.author_id, team_members.member_id))))`
}

/**
 * The owner with whom the person of a row of `join_requests` talks: who invited them, or who answered first. The author once that
 * member is no longer an owner.
 */
export function reachableOwnerId(request: 'request' | 'join_requests'): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${request}.${name}`)
  return sql`reachable_owner(case when ${column('from_owner')} then ${column('sender_id')} else ${column('answered_by')} end,
    ${column('post_id')}, ${column('owner_id')}, ${column('member_id')})`
}
