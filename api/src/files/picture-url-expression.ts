import { PICTURE_SIZES } from '@dolph/contract/pictures'
import { sql, type RawBuilder } from 'kysely'

/** The SQL form of the contract's `buildPictureUrl`: the URL of a member's picture, or an empty string. */
export function pictureUrlExpression(
  member: 'members' | 'author' | 'peer' | 'counterpart',
): RawBuilder<string> {
  const key = sql.ref(`${member}.picture`)
  return sql`coalesce('/pictures/' || ${key} || ${sql.lit(`/${PICTURE_SIZES.large}.webp`)}, '')`
}
