import type { listFollowedPosts } from '@dolph/contract/posts/following'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql } from 'kysely'
import type { z } from 'zod'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import { isoTime } from '../../../platform/db/iso-time.ts'
import { rawArray } from '../../../platform/db/json-text.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import { cutPage } from '../../../platform/http/cut-page.ts'
import { buildRawJsonBody } from '../../../platform/http/replies/raw-json-reply.ts'
import {
  decodeTimeCursor,
  encodeTimeCursor,
  type TimePosition,
} from '../../../platform/http/time-cursor.ts'
import { selectPostsByIds } from '../queries.ts'

type Page = z.output<typeof listFollowedPosts.schema.querystring>

/** Comes after every follow: a list before it starts with the newest. */
const LIST_START: TimePosition = { at: 'infinity', id: MAX_ID }

/** The reply of `listFollowedPosts`: the posts that the member saved, the last saved first. */
export async function readFollowedPage(
  reader: Reader,
  memberId: string,
  { cursor, limit }: Page,
): Promise<string> {
  const before = cursor === undefined ? LIST_START : decodeTimeCursor(cursor)
  const statement = limit <= PAGE_SIZE ? usualPageStatement : largestPageStatement
  const follows = await statement.run(reader, {
    memberId,
    beforeAt: before.at,
    beforeId: before.id,
  })
  const { page, last } = cutPage(follows, limit)
  const ids = page.map(({ id }) => id)
  const posts = await selectPostsByIds(reader, ids, memberId)
  return buildRawJsonBody({
    message: 'Posts fetched successfully',
    nextCursor: last ? encodeTimeCursor(last) : null,
    data: rawArray(posts.map(({ json }) => json)),
  })
}

interface PagePosition {
  memberId: string
  beforeAt: string
  beforeId: string
}

export const usualPageStatement = prepareFollowsPage(PAGE_SIZE + 1)
const largestPageStatement = prepareFollowsPage(PAGE_SIZE_MAX + 1)

/** Without hidden posts, posts whose deletion has not reached the follows yet, and posts of authors whom the member blocked. */
function prepareFollowsPage(count: number) {
  return prepareStatement<PagePosition, TimePosition>((placeholder) =>
    toCompilable(sql`
      select posts.id, ${isoTime(sql.ref('follows.followed_at'))} as at
      from follows join posts on posts.id = follows.post_id
      where follows.member_id = ${placeholder('memberId')}
        and (followed_at, follows.post_id) < (${placeholder('beforeAt')}::timestamptz, ${placeholder('beforeId')}::uuid)
        and posts.hidden_at is null
        and not exists (
          select from blocks where blocks.member_id = ${placeholder('memberId')} and blocks.other_id = posts.author_id)
      order by followed_at desc, follows.post_id desc limit ${sql.lit(count)}`),
  )
}
