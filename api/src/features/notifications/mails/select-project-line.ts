import { stripBeginning } from '@dolph/contract/strip-markdown'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { isVisibleMember } from '../../accounts/people.ts'
import { stillOpenText, newestUpdateText } from '../list/project-texts.ts'
import { hasNotMutedPost, canBeNotifiedBy } from '../writing/wants-notification.ts'

/** What a mail says about the news of a project; undefined if it was taken back. */
export async function selectMailedUpdate(
  db: Queryable,
  { memberId, postId }: { memberId: string; postId: string },
): Promise<{ excerpt: string; path: string } | undefined> {
  const newest = newestUpdateText(sql`${memberId}::uuid`, sql`${postId}::uuid`)
  const { rows } = await sql<{ text: string | null }>`select ${newest} as text`.execute(db)
  const text = rows[0]?.text
  if (text === null || text === undefined) return undefined
  return { excerpt: stripBeginning(text), path: `/posts/${postId}#updates` }
}

/** The roles that a mail asks about; undefined if the member has answered. The path lacks its token. */
export async function selectMailedStillOpen(
  db: Queryable,
  memberId: string,
): Promise<{ excerpt: string; path: string } | undefined> {
  const asked = stillOpenText(sql`${memberId}::uuid`)
  const { rows } = await sql<{ text: string | null }>`select ${asked} as text`.execute(db)
  const text = rows[0]?.text
  return text === null || text === undefined ? undefined : { excerpt: text, path: '/still-open' }
}

/** What a mail says about an update that names the member; undefined if it was taken back or may not reach them any more. */
export async function selectMailedUpdateMention(
  db: Queryable,
  { memberId, updateId }: { memberId: string; updateId: string },
): Promise<{ post: string; people: string[]; excerpt: string; path: string } | undefined> {
  const { rows } = await sql<{ postId: string; post: string; author: string; text: string }>`
    select posts.id as "postId", posts.title as post, members.username as author, updates.body as text
    from updates join posts on posts.id = updates.post_id and posts.hidden_at is null
    join members on members.id = updates.author_id and ${isVisibleMember}
    join update_mentions as mention on mention.update_id = updates.id and mention.member_id = ${memberId} and is_named
    where updates.id = ${updateId} and not is_blocked(${memberId}::uuid, posts.author_id)
      and ${hasNotMutedPost(sql`${memberId}::uuid`, sql`posts.id`)}
      and ${canBeNotifiedBy(sql`${memberId}::uuid`, sql`updates.author_id`)}
  `.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { post, author, postId } = row
  return {
    post,
    people: [author],
    excerpt: stripBeginning(row.text),
    path: `/posts/${postId}#updates`,
  }
}
