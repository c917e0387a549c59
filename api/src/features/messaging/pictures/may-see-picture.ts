import type { PictureDimensions } from '@dolph/contract/posts/post-pictures'
import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import { isReported } from '../../moderation/reported-messages.ts'
import { mayReadMessage } from '../may-read-message.ts'

interface PictureCaller {
  memberId: string
  key: string
}

/**
 * The size of a picture, if a member may see it now: who can read its message, and before it is sent its uploader. Moderators also see what
 * was reported, and for some days what was removed since. Null for everybody else, and where there is no such picture.
 */
export async function findVisiblePicture(
  db: Database,
  caller: PictureCaller,
): Promise<PictureDimensions | null> {
  const [size] = await visiblePictureStatement.run(db, caller)
  return size ?? null
}

export const visiblePictureStatement = prepareStatement<PictureCaller, PictureDimensions>(
  (placeholder) =>
    toCompilable(sql`
    select width, height from message_pictures as picture
    where key = ${placeholder('key')} and stored_at is not null and (
      message_id is null and member_id = ${placeholder('memberId')}
      or removed_at is null and exists (
        select from messages as message
        where message.shard = shard_of(picture.message_id) and message.id = picture.message_id
          and num_nonnulls(deleted_at, hidden_at) = 0 and ${mayReadMessage(placeholder('memberId'))})
      or exists (select from staff where staff.member_id = ${placeholder('memberId')})
        and ${isReported(sql.ref('picture.message_id'), sql.ref('picture.member_id'))})`),
)
