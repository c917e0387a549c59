import { MENTIONS_MAX } from '@dolph/contract/mentions/mentions'
import { sql, type RawBuilder } from 'kysely'
import { isVisibleMember } from '../accounts/people.ts'
import { personJson } from '../pictures/person-json.ts'

/**
 * The people whom a text mentions; `memberIds` selects `member_id` of its rows. Most texts have no `@`, and cost no lookup. The
 * limit is for rows of comments that earlier versions left: two edits at once could add more.
 */
export function mentionsJson(
  text: RawBuilder<unknown>,
  memberIds: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`case when position('@' in ${text}) = 0 then '[]' else (
    select coalesce(json_agg(${personJson('members')}), '[]')
    from (${memberIds} limit ${sql.lit(MENTIONS_MAX)}) as mentioned
    join members on members.id = mentioned.member_id and ${isVisibleMember}) end`
}
