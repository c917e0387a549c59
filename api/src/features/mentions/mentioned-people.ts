import { findMentionedNames, MENTIONS_MAX } from '@dolph/contract/mentions/mentions'
import type { Person } from '@dolph/contract/people/people'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { personJson } from '../pictures/person-json.ts'
import { isVisibleMember } from '../accounts/people.ts'

/** The first members whom a text names: others than its author, without a block between them. A text that names nobody costs no query. */
export async function selectMentionedPeople(
  db: Database,
  authorId: string,
  text: string,
): Promise<Person[]> {
  const names = findMentionedNames(text)
  if (names.length === 0) return []
  const rows = await mentionedStatement.run(db, { authorId, names })
  return rows.map(({ person }) => person)
}

const mentionedStatement = prepareStatement<
  { authorId: string; names: string[] },
  { person: Person }
>((placeholder) =>
  toCompilable(sql`
    select ${personJson('members')} as person
    from unnest(${placeholder('names')}::text[]) with ordinality as named (name, place)
    cross join lateral (
      select * from members where lower(username) = named.name and ${isVisibleMember} limit 1) as members
    where members.id <> ${placeholder('authorId')} and not is_blocked(${placeholder('authorId')}, members.id)
    order by place limit ${sql.lit(MENTIONS_MAX)}`),
)
