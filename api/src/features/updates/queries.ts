import { sql } from 'kysely'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import type { Reader } from '../../platform/db/reader.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import type { TimePosition } from '../../platform/http/time-cursor.ts'
import { isReadablePost } from '../projects/readable-post.ts'
import { updateJson } from './update-json.ts'

export interface UpdatesPosition {
  postId: string
  viewerId: string
  /** The id of the last update of the page before. */
  beforeId: string
}

interface UpdateRow extends TimePosition {
  json: string
}

/** A post without updates is one row of nulls. */
type PageRow = UpdateRow | { [Key in keyof UpdateRow]: null }

/** The updates before a position, newest first, at least `count` if there are as many; undefined when the viewer can read no such post. */
export async function selectUpdates(
  reader: Reader,
  position: UpdatesPosition,
  count: number,
): Promise<UpdateRow[] | undefined> {
  const statement = count <= PAGE_SIZE + 1 ? usualPageStatement : largestPageStatement
  const rows = await statement.run(reader, position)
  if (rows.length === 0) return undefined
  return rows.filter((row): row is UpdateRow => row.id !== null).slice(0, count)
}

export const usualPageStatement = prepareUpdatesPage(PAGE_SIZE + 1)
const largestPageStatement = prepareUpdatesPage(PAGE_SIZE_MAX + 1)

/** Updates of the author are part of the post; those of a co-owner are left out after a block between them and the viewer. */
function prepareUpdatesPage(count: number) {
  return prepareStatement<UpdatesPosition, PageRow>((placeholder) =>
    toCompilable(sql`
      select page.id, page.at, page.json from posts left join lateral (
        select news.id, ${isoTime(sql.ref('news.created_at'))} as at, ${updateJson} as json from updates as news
        where news.post_id = posts.id and news.id < ${placeholder('beforeId')}::uuid
          and (news.author_id is null or news.author_id = posts.author_id
            or not is_blocked(${placeholder('viewerId')}::uuid, news.author_id))
        order by news.id desc limit ${sql.lit(count)}) as page on true
      where posts.id = ${placeholder('postId')}
        and ${isReadablePost(sql`${placeholder('viewerId')}::uuid`)}
      order by page.id desc`),
  )
}
