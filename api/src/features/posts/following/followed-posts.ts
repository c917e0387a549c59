import type { listFollowedPosts } from '@dolph/contract/following'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../../db/database.ts'
import { isoTime } from '../../../db/iso-time.ts'
import { prepareStatement, toCompilable } from '../../../db/prepared-statement.ts'
import { buildRawJsonBody } from '../../../http/replies/raw-json-reply.ts'
import { decodeTimeCursor, encodeTimeCursor, type TimePosition } from '../../../http/time-cursor.ts'
import { selectPostsByIds } from '../queries.ts'

type Page = z.output<typeof listFollowedPosts.schema.querystring>

/** Comes after every follow: a list before it starts with the newest. */
const LIST_START: TimePosition = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** The reply of `listFollowedPosts`: the posts that the member saved, the last saved first. */
export async function readFollowedPage(
  db: Database,
  memberId: string,
  { cursor, limit }: Page,
): Promise<Buffer> {
  const before = cursor === undefined ? LIST_START : decodeTimeCursor(cursor)
  const statement = limit <= PAGE_SIZE ? usualPageStatement : largestPageStatement
  const follows = await statement.run(db, { memberId, beforeAt: before.at, beforeId: before.id })
  const page = follows.slice(0, limit)
  const last = follows.length > limit ? page.at(-1) : undefined
  const ids = page.map(({ id }) => id)
  const posts = await selectPostsByIds(db, ids, memberId)
  const envelope = {
    message: 'Posts fetched successfully',
    nextCursor: last ? encodeTimeCursor(last) : null,
  }
  return buildRawJsonBody(envelope, `[${posts.map(({ json }) => json).join()}]`)
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
