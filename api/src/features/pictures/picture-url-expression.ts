import { PICTURE_SIZES } from '@dolph/contract/pictures/pictures'
import { sql, type RawBuilder } from 'kysely'

/** The names that statements give to the table `members`. */
export type MemberAlias = 'members' | 'author' | 'peer' | 'counterpart'

/** The SQL form of the contract's `buildPictureUrl`: the URL of a member's picture, or an empty string. */
export function pictureUrlExpression(member: MemberAlias): RawBuilder<string> {
  const key = sql.ref(`${member}.picture`)
  return sql`coalesce('/pictures/' || ${key} || ${sql.lit(`/${PICTURE_SIZES.large}.webp`)}, '')`
}
