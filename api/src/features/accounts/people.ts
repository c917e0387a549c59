import { PEOPLE_RESULTS_MAX } from '@dolph/contract/people'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/database.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'

/** True for a row of `members` that others may see. Unverified people have no row: they are in `pending_sign_ups`. */
export const isVisibleMember: RawBuilder<boolean> = sql`members.deleted_at is null`

/** Whether there is a member with this id whom others may see. */
export async function hasMember(db: Database, memberId: string): Promise<boolean> {
  const rows = await hasMemberStatement.run(db, { memberId })
  return rows.length > 0
}

const hasMemberStatement = prepareStatement<{ memberId: string }, { id: string }>((placeholder) =>
  toCompilable(sql`
    select id from members where id = ${placeholder('memberId')} and ${isVisibleMember}`),
)

/** The characters of a username in lower case, in which usernames are compared. */
const USERNAME_PREFIX_PATTERN = /^[a-z0-9_-]{1,30}$/
/** Sorts after every character of a username. */
const MAX_USERNAME_CHARACTER = '~'

/** Finds members by the start of their username, without the caller and those between whom and the caller is a block; returns the JSON of the contract's `Person[]`. */
export async function findPeople(db: Database, callerId: string, prefix: string): Promise<string> {
  const start = prefix.toLowerCase()
  if (!USERNAME_PREFIX_PATTERN.test(start)) return '[]'
  const [row] = await peopleStatement.run(db, {
    callerId,
    start,
    end: start + MAX_USERNAME_CHARACTER,
  })
  return row?.json ?? '[]'
}

interface PeopleQuery {
  callerId: string
  start: string
  end: string
}

// A range instead of LIKE: its bounds can be parameters of a cached plan, and no character is a wildcard.
export const peopleStatement = prepareStatement<PeopleQuery, { json: string }>((placeholder) =>
  toCompilable(sql`
    select coalesce(json_agg(person), '[]')::text as json from (
      select members.id as _id, username as "userName", ${pictureUrlExpression('members')} as "profilePicture"
      from members
      where lower(username) ~>=~ ${placeholder('start')} and lower(username) ~<~ ${placeholder('end')}
        and members.id <> ${placeholder('callerId')} and ${isVisibleMember}
        and not exists (select from blocks where member_id = ${placeholder('callerId')} and other_id = members.id)
        and not exists (select from blocks where member_id = members.id and other_id = ${placeholder('callerId')})
      order by lower(username) using ~<~
      limit ${sql.lit(PEOPLE_RESULTS_MAX)}) as person`),
)
