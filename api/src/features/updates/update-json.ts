import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { personJson } from '../pictures/person-json.ts'
import { isVisibleMember } from '../accounts/people.ts'
import { mentionsJson } from '../mentions/mentions-json.ts'

const mentions = mentionsJson(
  sql`news.body`,
  sql`select member_id from update_mentions where update_id = news.id and is_named`,
)

/** The contract's `Update` of a row `news` (updates), as JSON that PostgreSQL builds. */
export const updateJson = buildUpdateJson(sql`, 'mentions', ${mentions}`)

/** The same for visitors. Profiles are for members, so that no name in it is a link. */
export const publicUpdateJson = buildUpdateJson(sql``)

function buildUpdateJson(more: RawBuilder<unknown>): RawBuilder<string> {
  return sql`json_build_object(
  '_id', news.id,
  'post', news.post_id,
  'user', (
    select ${personJson('members')}
    from members where members.id = news.author_id and ${isVisibleMember}),
  'body', news.body,
  'state', news.state,
  'createdAt', ${isoTime(sql.ref('news.created_at'))},
  'editedAt', ${isoTime(sql.ref('news.edited_at'))}${more})::text`
}
