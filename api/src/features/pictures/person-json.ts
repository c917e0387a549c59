import type { Person } from '@dolph/contract/people/people'
import { sql, type RawBuilder } from 'kysely'
import { pictureUrlExpression, type MemberAlias } from './picture-url-expression.ts'

/** The contract's `Person` of a row of `members`. */
export function personJson(member: MemberAlias): RawBuilder<Person> {
  return sql`json_build_object('_id', ${sql.ref(`${member}.id`)}, 'userName', ${sql.ref(`${member}.username`)},
    'profilePicture', ${pictureUrlExpression(member)})`
}
