import type { FlatComment } from '@dolph/contract/comments/comments'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { personJson } from '../pictures/person-json.ts'
import { mentionsJson } from '../mentions/mentions-json.ts'

const commentMentions = mentionsJson(
  sql`comment.content`,
  sql`select member_id from mentions where comment_id = comment.id`,
)

/** The only place where columns get the contract's names. Expects the aliases `comment` (comments) and `author` (members). */
export const flatCommentJson: RawBuilder<FlatComment> = sql`json_build_object(
  '_id', comment.id,
  'post', comment.post_id,
  'parent', comment.parent_id,
  'content', comment.content,
  'user', case when author.id is not null then ${personJson('author')} end,
  'isDeleted', comment.deleted_at is not null,
  'createdAt', ${isoTime(sql.ref('comment.created_at'))},
  'editedAt', ${isoTime(sql.ref('comment.edited_at'))},
  'mentions', ${commentMentions})`

/** Expects the alias `comment`. */
export const isHidden = sql<boolean>`(comment.hidden_at is not null and comment.deleted_at is null)`

/** A hidden post exists for its author only. */
export function isVisiblePost(viewerId: string): RawBuilder<boolean> {
  return sql`(posts.hidden_at is null or posts.author_id = ${viewerId}::uuid)`
}
