import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/iso-time.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'
import { isVisibleMember } from '../accounts/people.ts'

/** The contract's `Update` of a row `news` (updates), as JSON that PostgreSQL builds. */
export const updateJson: RawBuilder<string> = sql`json_build_object(
  '_id', news.id,
  'post', news.post_id,
  'user', (
    select json_build_object('_id', members.id, 'userName', members.username,
      'profilePicture', ${pictureUrlExpression('members')})
    from members where members.id = news.author_id and ${isVisibleMember}),
  'body', news.body,
  'state', news.state,
  'createdAt', ${isoTime(sql.ref('news.created_at'))},
  'editedAt', ${isoTime(sql.ref('news.edited_at'))})::text`
