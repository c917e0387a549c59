import { PEOPLE_QUERY_MAX, PEOPLE_RESULTS_MAX } from '@dolph/contract/people/people'
import { isStorable } from '@dolph/contract/primitives'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/reader.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { pictureUrlExpression } from '../pictures/picture-url-expression.ts'
import { isVisibleMember } from '../accounts/people.ts'

/** Sorts after every character that can follow the typed start of a name. */
const MAX_CHARACTER = '\u{10FFFF}'

/**
 * Finds members by the start of their username, full name or last name, without the caller and those between whom and the
 * caller is a block; returns the JSON of the contract's `FoundPerson[]`.
 */
export async function findPeople(reader: Reader, callerId: string, typed: string): Promise<string> {
  const start = typed.normalize('NFC').replaceAll(/\s+/g, ' ').toLowerCase()
  if (start.length > PEOPLE_QUERY_MAX || !isStorable(start)) return '[]'
  const [row] = await peopleStatement.run(reader, { callerId, start, end: start + MAX_CHARACTER })
  return row?.json ?? '[]'
}

interface PeopleQuery {
  callerId: string
  start: string
  end: string
}

// Each index is read for one page at most. The exact username comes first, because it is the start of all others.
export const peopleStatement = prepareStatement<PeopleQuery, { json: string }>((placeholder) => {
  const selectByStart = (rank: number, name: RawBuilder<string>) => sql`(
    select members.id, username, first_name, last_name, picture, ${sql.lit(rank)} as rank, ${name} as name from members
    where ${name} ~>=~ ${placeholder('start')} and ${name} ~<~ ${placeholder('end')}
      and members.id <> ${placeholder('callerId')} and ${isVisibleMember}
      and not exists (select from blocks where member_id = ${placeholder('callerId')} and other_id = members.id)
      and not exists (select from blocks where member_id = members.id and other_id = ${placeholder('callerId')})
    order by ${name} using ~<~
    limit ${sql.lit(PEOPLE_RESULTS_MAX)})`
  return toCompilable(sql`
    select coalesce(json_agg(json_build_object('_id', peer.id, 'userName', username,
      'profilePicture', ${pictureUrlExpression('peer')}, 'firstName', first_name, 'lastName', last_name)
      order by rank, name using ~<~), '[]')::text as json
    from (
      select * from (
        select distinct on (id) * from (
          ${selectByStart(1, sql`lower(username)`)}
          union all ${selectByStart(2, sql`lower(first_name || ' ' || last_name)`)}
          union all ${selectByStart(3, sql`lower(last_name)`)}) as matches
        order by id, rank) as people
      order by rank, name using ~<~
      limit ${sql.lit(PEOPLE_RESULTS_MAX)}) as peer`)
})
