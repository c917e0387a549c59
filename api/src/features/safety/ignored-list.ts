import type { IgnoredMember, listIgnoredMembers } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import type { z } from 'zod'
import { MAX_ID } from '../../platform/db/id-bounds.ts'
import type { Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { pictureUrlExpression } from '../pictures/picture-url-expression.ts'
import { isVisibleMember } from '../accounts/people.ts'
import { cutPage } from '../../platform/http/cut-page.ts'
import {
  decodeTimeCursor,
  encodeTimeCursor,
  type TimePosition,
} from '../../platform/http/time-cursor.ts'

type PageQuery = z.output<typeof listIgnoredMembers.schema.querystring>

/** A page of those whom the member blocked or muted, the last one first. */
export async function readIgnoredPage(db: Database, memberId: string, query: PageQuery) {
  const after = query.cursor === undefined ? FIRST_POSITION : decodeTimeCursor(query.cursor)
  // One row more than requested shows whether there is a next page.
  const rows = await ignoredListStatement.run(db, { memberId, ...after, count: query.limit + 1 })
  const { page: data, last } = cutPage(rows, query.limit)
  return { data, nextCursor: last ? encodeTimeCursor({ at: last.ignoredAt, id: last._id }) : null }
}

/** After every row. */
const FIRST_POSITION: TimePosition = {
  at: '9999-12-31T00:00:00.000Z',
  id: MAX_ID,
}

interface IgnoredListQuery extends TimePosition {
  memberId: string
  count: number
}

// A member ignores a thousand others at most: all of them are read and sorted.
export const ignoredListStatement = prepareStatement<IgnoredListQuery, IgnoredMember>(
  (placeholder) =>
    toCompilable(sql`
    select members.id as _id, username as "userName", ${pictureUrlExpression('members')} as "profilePicture",
      "isBlocked", "isMuted", "ignoredAt"
    from (
      select other_id, bool_or(is_block) as "isBlocked", bool_or(not is_block) as "isMuted", max(created_at) as "ignoredAt"
      from (
        select other_id, created_at, true as is_block from blocks where member_id = ${placeholder('memberId')}
        union all
        select other_id, created_at, false from mutes where member_id = ${placeholder('memberId')}) as relation
      group by other_id) as ignored
    join members on members.id = ignored.other_id
    where ("ignoredAt", other_id) < (${placeholder('at')}::timestamptz, ${placeholder('id')}::uuid) and ${isVisibleMember}
    order by "ignoredAt" desc, other_id desc
    limit ${placeholder('count')}::bigint`),
)
