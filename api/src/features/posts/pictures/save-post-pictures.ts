import {
  BODY_PICTURE_GONE,
  COVER_GONE,
  COVER_SIZES,
  listBodyPictures,
  parsePostPictureUrl,
  type Cover,
} from '@dolph/contract/posts/post-pictures'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { setPostPictures, type PostPicture } from './post-pictures.ts'

/** A cover as the row of its post has it. */
export interface CoverColumns {
  coverKey: string | null
  coverAlt: string | null
}

/** Refuses a URL that no upload of a cover has. */
export function buildCoverColumns(cover: Cover | null | undefined): CoverColumns {
  if (!cover) return { coverKey: null, coverAlt: null }
  const { page } = COVER_SIZES
  const picture = parsePostPictureUrl(cover.url)
  if (picture?.width !== page.width || picture.height !== page.height) throw coverGone()
  return { coverKey: picture.key, coverAlt: cover.alt }
}

/** Whether a change from one text to another changes which pictures are in it. */
export function changesBodyPictures(from: string, to: string): boolean {
  const collectUrls = (body: string) => [...new Set(listBodyPictures(body))].toSorted().join()
  return collectUrls(from) !== collectUrls(to)
}

/**
 * Records which pictures a post uses that was saved in this transaction, and deletes those that it used before and no post uses now.
 * Refuses the post, which rolls back its transaction, if one is no stored upload of its author.
 */
export async function savePostPictures(tx: Queryable, postId: string): Promise<void> {
  const post = await tx
    .selectFrom('posts')
    .select(['author_id', 'cover_key', 'body'])
    .where('id', '=', postId)
    .executeTakeFirstOrThrow()
  const cover: PostPicture[] =
    post.cover_key === null ? [] : [{ key: post.cover_key, ...COVER_SIZES.page }]
  const bodyPictures = listBodyPictures(post.body).flatMap((url) => parsePostPictureUrl(url) ?? [])
  const pictures = [...cover, ...bodyPictures]
  const unusable = await setPostPictures(tx, { postId, memberId: post.author_id }, pictures)
  if (unusable.length === 0) return
  if (bodyPictures.some(({ key }) => unusable.includes(key)))
    throw new Refusal('invalid-input', BODY_PICTURE_GONE, { fields: { body: BODY_PICTURE_GONE } })
  throw coverGone()
}

function coverGone(): Refusal {
  return new Refusal('invalid-input', COVER_GONE, { fields: { cover: COVER_GONE } })
}
