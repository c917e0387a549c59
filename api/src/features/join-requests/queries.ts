import { WAITING_COUNT_MAX, type JoinRequestBox } from '@dolph/contract/join-requests/join-requests'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql, type RawBuilder } from 'kysely'
import { MAX_ID, MIN_ID } from '../../platform/db/id-bounds.ts'
import type { Database } from '../../platform/db/database.ts'
import {
  createStatementCache,
  prepareStatement,
  toCompilable,
} from '../../platform/db/prepared-statement.ts'
import { isVisibleMember } from '../accounts/people.ts'
import type { TimePosition } from '../../platform/http/time-cursor.ts'
import { isOwner } from '../projects/owners.ts'
import { deadline, selectJoinRequestJson, type JoinRequestRow } from './join-request-json.ts'

type Expression = RawBuilder<unknown>

/** The positions before all requests: above all ids, or before all dates. */
export const LIST_STARTS = {
  all: { at: '1970-01-01T00:00:00.000Z', id: MAX_ID },
  waiting: { at: '1970-01-01T00:00:00.000Z', id: MIN_ID },
} as const satisfies Record<ListShape['state'], TimePosition>

export interface ListPosition extends TimePosition {
  memberId: string
}

interface ListShape {
  box: JoinRequestBox
  state: 'waiting' | 'all'
}

/** An empty list is one row of nulls, which has the number of waiting requests. */
type ListRow = { waitingCount: number } & (JoinRequestRow | { [Key in keyof JoinRequestRow]: null })

/** The join requests after a position, open ones by their deadline and all of them newest first, at least `count` of them if there are as many; and how many wait for the member. */
export async function selectJoinRequests(
  db: Database,
  position: ListPosition,
  { box, state }: ListShape,
  count: number,
) {
  const rowsMax = (count <= PAGE_SIZE + 1 ? PAGE_SIZE : PAGE_SIZE_MAX) + 1
  const statement = getListStatement(`${box} ${state} ${rowsMax}`, () =>
    prepareList({ box, state }, rowsMax),
  )
  const rows = await statement.run(db, position)
  return {
    requests: rows
      .filter((row): row is ListRow & JoinRequestRow => row.id !== null)
      .slice(0, count),
    waitingCount: rows[0]?.waitingCount ?? 0,
  }
}

const getListStatement = createStatementCache<ReturnType<typeof prepareList>>()

/** Each part walks an index of its own, in the order of the list, and ends with the page. */
export function prepareList({ box, state }: ListShape, count: number) {
  return prepareStatement<ListPosition, ListRow>((placeholder) => {
    const memberId = sql`${placeholder('memberId')}::uuid`
    const id = sql`${placeholder('id')}::uuid`
    const isListed =
      state === 'all'
        ? sql`request.id < ${id}`
        : sql`request.state in ('waiting', 'talking')
            and (${deadline}, request.id) > (${placeholder('at')}::timestamp, ${id})`
    const order = state === 'all' ? sql`request.id desc` : sql`${deadline}, request.id`
    const page = sql`order by ${order} limit ${sql.lit(count)}`
    const hasPerson = isVisibleTo(memberId, sql`request.member_id`)
    const parts = {
      received: [
        sql`select request.*, true as is_owner from join_requests as request
          where owner_id = ${memberId} and not from_owner and ${isListed} and ${hasPerson} ${page}`,
        sql`select request.*, true as is_owner from (${selectCoOwnedPosts(memberId)}) as owned
          cross join lateral (
            select * from join_requests as request
            where request.post_id = owned.post_id and not from_owner and request.member_id <> ${memberId}
              and ${isListed} and ${hasPerson} ${page}) as request`,
        sql`select request.*, false as is_owner from join_requests as request
          where member_id = ${memberId} and from_owner and ${isListed} and ${isOwnerUnblocked(memberId)} ${page}`,
      ],
      sent: [
        sql`select request.*, false as is_owner from join_requests as request
          where member_id = ${memberId} and not from_owner and ${isListed} and ${isOwnerUnblocked(memberId)} ${page}`,
        sql`select request.*, true as is_owner from join_requests as request
          where owner_id = ${memberId} and from_owner and ${isListed} and ${hasPerson} ${page}`,
        sql`select request.*, true as is_owner from join_requests as request
          where sender_id = ${memberId} and from_owner and owner_id is distinct from ${memberId}
            and ${isOwner(memberId, sql`request.post_id`)} and ${isListed} and ${hasPerson} ${page}`,
      ],
    }
    const requests = sql`select * from (
      ${sql.join(
        parts[box].map((part) => sql`(${part})`),
        sql` union all `,
      )}) as request ${page}`
    return toCompilable(sql`
      select ${countWaiting(memberId)} as "waitingCount", line.*
      from (select) as one left join (${selectJoinRequestJson(requests)}) as line on true
      order by ${state === 'all' ? sql`line.id desc` : sql`line.deadline, line.id`}`)
  })
}

/** Counts what waits for the member's answer, up to the largest number that is shown. */
export function countWaiting(memberId: Expression): RawBuilder<number> {
  const limit = sql`limit ${sql.lit(WAITING_COUNT_MAX)}`
  return sql`(
    select count(*)::integer from (
      (select 1 from join_requests where owner_id = ${memberId} and not from_owner and state = 'waiting' ${limit})
      union all
      (select 1 from (${selectCoOwnedPosts(memberId)}) as owned join join_requests as request using (post_id)
        where not from_owner and state = 'waiting' and request.member_id <> ${memberId}
          and not is_blocked(${memberId}, request.member_id) ${limit})
      union all
      (select 1 from join_requests where member_id = ${memberId} and from_owner and state = 'waiting' ${limit})
      ${limit}) as waiting)`
}

/** A join request as one of its two sides may read it; undefined for everybody else. */
export async function selectJoinRequest(
  db: Database,
  key: { id: string; memberId: string },
): Promise<JoinRequestRow | undefined> {
  return (await readStatement.run(db, key))[0]
}

const readStatement = prepareStatement<{ id: string; memberId: string }, JoinRequestRow>(
  (placeholder) => {
    const memberId = sql`${placeholder('memberId')}::uuid`
    return toCompilable(
      selectJoinRequestJson(sql`
        select request.*, rights.is_owner from join_requests as request
        cross join lateral (
          select request.member_id <> ${memberId}
            and (request.owner_id is not distinct from ${memberId} or ${isOwner(memberId, sql`request.post_id`)}) as is_owner
        ) as rights
        where request.id = ${placeholder('id')} and case when rights.is_owner
          then ${isVisibleTo(memberId, sql`request.member_id`)}
          else request.member_id = ${memberId} and ${isOwnerUnblocked(memberId)} end`),
    )
  },
)

function selectCoOwnedPosts(memberId: Expression): Expression {
  return sql`select post_id from team_members
    where member_id = ${memberId} and is_co_owner and left_at is null and ${isOwner(memberId, sql`team_members.post_id`)}`
}

/**
 * Whether the member exists and neither of the two blocked the other. Members who never ignored anybody need no lookup of blocks. A scalar
 * subquery, which PostgreSQL runs for each row of a page; `exists` would be joined with all members.
 */
function isVisibleTo(viewerId: Expression, id: Expression): RawBuilder<boolean> {
  return sql`coalesce((
    select members.ignored_changes + (select ignored_changes from members as viewer where viewer.id = ${viewerId}) = 0
      or not is_blocked(${viewerId}, members.id)
    from members where members.id = ${id} and ${isVisibleMember}), false)`
}

/** Whether the owner may be shown to the member. A deleted owner may: requests that a member sent stay readable. */
function isOwnerUnblocked(memberId: Expression): RawBuilder<boolean> {
  return sql`(request.owner_id is null or not is_blocked(${memberId}, request.owner_id))`
}
