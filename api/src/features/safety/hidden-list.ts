import type { HiddenMember, listHiddenMembers } from '@dolph/contract/safety'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'
import { isVisibleMember } from '../accounts/people.ts'
import { decodeTimeCursor, encodeTimeCursor, type TimePosition } from '../../http/time-cursor.ts'

type PageQuery = z.output<typeof listHiddenMembers.schema.querystring>

/** A page of those whom the member blocked or muted, the last hidden first. */
export async function readHiddenPage(db: Database, memberId: string, query: PageQuery) {
  const after = query.cursor === undefined ? FIRST_POSITION : decodeTimeCursor(query.cursor)
  // One row more than requested shows whether there is a next page.
  const rows = await hiddenListStatement.run(db, { memberId, ...after, count: query.limit + 1 })
  const data = rows.slice(0, query.limit)
  const last = rows.length > data.length ? data.at(-1) : undefined
  return { data, nextCursor: last ? encodeTimeCursor({ at: last.hiddenAt, id: last._id }) : null }
}

/** After every row. */
const FIRST_POSITION: TimePosition = {
  at: '9999-12-31T00:00:00.000Z',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}

interface HiddenListQuery extends TimePosition {
  memberId: string
  count: number
}

// A member hides a thousand others at most: all of them are read and sorted.
export const hiddenListStatement = prepareStatement<HiddenListQuery, HiddenMember>((placeholder) =>
  toCompilable(sql`
    select members.id as _id, username as "userName", ${pictureUrlExpression('members')} as "profilePicture",
      "isBlocked", "isMuted", "hiddenAt"
    from (
      select other_id, bool_or(is_block) as "isBlocked", bool_or(not is_block) as "isMuted", max(created_at) as "hiddenAt"
      from (
        select other_id, created_at, true as is_block from blocks where member_id = ${placeholder('memberId')}
        union all
        select other_id, created_at, false from mutes where member_id = ${placeholder('memberId')}) as relation
      group by other_id) as hidden
    join members on members.id = hidden.other_id
    where ("hiddenAt", other_id) < (${placeholder('at')}::timestamptz, ${placeholder('id')}::uuid) and ${isVisibleMember}
    order by "hiddenAt" desc, other_id desc
    limit ${placeholder('count')}::bigint`),
)
