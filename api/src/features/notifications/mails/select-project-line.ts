import { stripMarkdown } from '@dolph/contract/strip-markdown'
import { sql } from 'kysely'
import type { Queryable } from '../../../db/database.ts'
import { askedRolesText, newestUpdateText } from '../list/project-texts.ts'

/** What a mail says about the news of a project; undefined if it was taken back. */
export async function selectMailedUpdate(
  db: Queryable,
  { memberId, postId }: { memberId: string; postId: string },
): Promise<{ excerpt: string; path: string } | undefined> {
  const newest = newestUpdateText(sql`${memberId}::uuid`, sql`${postId}::uuid`)
  const { rows } = await sql<{ text: string | null }>`select ${newest} as text`.execute(db)
  const text = rows[0]?.text
  if (text === null || text === undefined) return undefined
  return { excerpt: stripMarkdown(text), path: `/posts/${postId}#updates` }
}

/** The roles that a mail asks about; undefined if the member has answered. The path lacks its token. */
export async function selectMailedRoles(
  db: Queryable,
  memberId: string,
): Promise<{ excerpt: string; path: string } | undefined> {
  const asked = askedRolesText(sql`${memberId}::uuid`)
  const { rows } = await sql<{ text: string | null }>`select ${asked} as text`.execute(db)
  const text = rows[0]?.text
  return text === null || text === undefined ? undefined : { excerpt: text, path: '/still-open' }
}
