import { UNREAD_COUNT_MAX } from '@dolph/contract/notifications/notifications'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import { sql, type RawBuilder } from 'kysely'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import type { Database } from '../../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import type { TimePosition } from '../../../platform/http/time-cursor.ts'
import { selectLines, type LineRow } from './notification-json.ts'

export interface ListPosition {
  memberId: string
  beforeAt: string
  beforeId: string
}

/** Comes after every line: a list before it starts with the newest. */
export const LIST_START: TimePosition = {
  at: 'infinity',
  id: MAX_ID,
}

/** A list without lines is one row of nulls, because it still has a number. */
type ListRow = { unreadCount: number } & (LineRow | { [Key in keyof LineRow]: null })

/** The lines before a position, newest first, at least `count` of them if there are as many; and the number of unread ones. */
export async function selectNotifications(db: Database, position: ListPosition, count: number) {
  const statement = count <= PAGE_SIZE + 1 ? usualListStatement : largestListStatement
  const rows = await statement.run(db, position)
  return {
    lines: rows.filter((row): row is ListRow & LineRow => row.id !== null).slice(0, count),
    unreadCount: rows[0]?.unreadCount ?? 0,
  }
}

/** Counts up to the largest number that is shown, by the index of unread lines. */
export function countUnread(memberId: unknown): RawBuilder<number> {
  return sql`(
    select count(*)::integer from (
      select from notifications where member_id = ${memberId} and read_at is null
      limit ${sql.lit(UNREAD_COUNT_MAX)}) as unread)`
}

export function prepareList(count: number) {
  return prepareStatement<ListPosition, ListRow>((placeholder) => {
    const memberId = sql`${placeholder('memberId')}::uuid`
    const newest = sql`
      select * from notifications
      where member_id = ${memberId}
        and (at, id) < (${placeholder('beforeAt')}::timestamptz, ${placeholder('beforeId')}::uuid)
      order by at desc, id desc limit ${sql.lit(count)}`
    return toCompilable(sql`
      select ${countUnread(memberId)} as "unreadCount", line.id, line.at, line.json, line.text
      from (select) as one left join (${selectLines(newest)}) as line on true
      order by line.at desc, line.id desc`)
  })
}

const usualListStatement = prepareList(PAGE_SIZE + 1)
const largestListStatement = prepareList(PAGE_SIZE_MAX + 1)
