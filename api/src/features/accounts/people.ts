import { PEOPLE_RESULTS_MAX } from '@dolph/contract/people'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/database.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'

/**
 * Whether others can meet the member of a row of `members`: not after leaving, nor before the address is proved. Who
 * has no account at all is one of the sample people. Not a join: PostgreSQL would read all accounts for twenty of them.
 */
export const isVisibleMember: RawBuilder<boolean> = sql`(members.deleted_at is null and coalesce(
  (select verified_at is not null from accounts where accounts.member_id = members.id), true))`

/** What any part of a username is made of, in the form in which names are compared. */
const USERNAME_PREFIX_PATTERN = /^[a-z0-9_-]{1,30}$/
/** Sorts after everything that a name can hold. */
const MAX_USERNAME_CHARACTER = '~'

/** The first members by name whose name starts so, but for the caller: the JSON of the contract's `Person[]`. */
export async function findPeople(db: Database, callerId: string, typed: string): Promise<string> {
  const start = typed.toLowerCase()
  if (!USERNAME_PREFIX_PATTERN.test(start)) return '[]'
  const [found] = await peopleStatement.run(db, {
    callerId,
    start,
    end: start + MAX_USERNAME_CHARACTER,
  })
  return found?.json ?? '[]'
}

interface PeopleQuery {
  callerId: string
  start: string
  end: string
}

// A range and not LIKE: its bounds may be parameters of a kept plan, and nothing in it is a wildcard.
export const peopleStatement = prepareStatement<PeopleQuery, { json: string }>((slot) =>
  toCompilable(sql`
    select coalesce(json_agg(person), '[]')::text as json from (
      select members.id as _id, username as "userName", ${pictureUrlExpression('members')} as "profilePicture"
      from members
      where lower(username) ~>=~ ${slot('start')} and lower(username) ~<~ ${slot('end')}
        and members.id <> ${slot('callerId')} and ${isVisibleMember}
      order by lower(username) using ~<~
      limit ${sql.lit(PEOPLE_RESULTS_MAX)}) as person`),
)
