import { sql } from 'kysely'
import { buildJson, RawJson } from '../../platform/db/json-text.ts'
import { callWithPosition } from '../../platform/db/standbys/call-with-position.ts'
import type { Deps } from '../../platform/deps.ts'
import { buildLineJson, selectLines, type LineRow } from './list/notification-json.ts'
import { countUnread } from './list/queries.ts'

type HintRow = { memberId: string; unreadCount: number } & (
  | LineRow
  | { [Key in keyof LineRow]: null }
)

/** Sends the event `notification` to the browsers of members, with what is committed. */
export async function publishNotifications(
  { db, bus, position }: Pick<Deps, 'db' | 'bus' | 'position'>,
  changedIds: string[],
  { withLatest }: { withLatest: boolean },
): Promise<void> {
  // Most members are not there: the number is counted for those with an open page.
  const memberIds = await bus.findListening(changedIds)
  if (memberIds.length === 0) return
  const newest = sql`
    select newest.* from unnest(${memberIds}::uuid[]) as recipient (id)
    cross join lateral (
      select * from notifications where member_id = recipient.id
      order by at desc, id desc limit 1) as newest`
  const { rows } = await sql<HintRow>`
    select member.id as "memberId", ${countUnread(sql`member.id`)} as "unreadCount", line.json, line.text
    from unnest(${memberIds}::uuid[]) as member (id)
    left join (${selectLines(newest)}) as line on ${sql.lit(withLatest)} and line."memberId" = member.id
  `.execute(db)
  callWithPosition(position, (committed) => {
    for (const { memberId, unreadCount, json, text } of rows) {
      const latest = json === null ? null : new RawJson(buildLineJson({ json, text }))
      const event = { type: 'notification', unreadCount, latest }
      bus.publish(memberId, buildJson({ ...event, ...(committed && { position: committed }) }))
    }
  })
}
