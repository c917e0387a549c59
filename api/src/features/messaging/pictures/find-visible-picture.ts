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
 * The size of a picture, or null unless the member may see it now: readers of its message, before it is sent its uploader, and moderators
 * if the message was reported, also when it was deleted since.
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
