import type { readNotifications } from '@dolph/contract/notifications/notifications'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { toServerTime } from '../../../platform/db/iso-time.ts'
import type { Deps } from '../../../platform/deps.ts'
import { publishNotifications } from '../publish-notifications.ts'
import { countUnread } from './queries.ts'

type Selection = z.output<typeof readNotifications.schema.body>

/** Marks lines as read and tells the member's other tabs; returns the number of those that are left. */
export async function markNotificationsRead(
  deps: Deps,
  memberId: string,
  selection: Selection,
): Promise<number> {
  const { db } = deps
  const selected = buildCondition(selection)
  // The order of the locks is that of all changes: it prevents deadlocks.
  const { numAffectedRows = 0n } = await sql`
    with selected as (
      select id from notifications
      where member_id = ${memberId} and read_at is null and ${selected}
      order by kind, target_id for update)
    update notifications set read_at = clock_timestamp()
    from selected where notifications.member_id = ${memberId} and notifications.id = selected.id
  `.execute(db)
  if (numAffectedRows > 0n) await publishNotifications(deps, [memberId], { withLatest: false })
  const { rows } = await sql<{ count: number }>`select ${countUnread(memberId)} as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

function buildCondition(selection: Selection): RawBuilder<boolean> {
  if ('ids' in selection) return sql`id = any (${selection.ids}::uuid[])`
  if ('post' in selection)
    return sql`(kind in ('comment', 'reply', 'mention', 'like', 'update', 'repository-archived')
      and target_id = ${selection.post} or kind = 'mention' and exists (
        select from updates where updates.id = notifications.target_id and updates.post_id = ${selection.post}))`
  return sql`at <= ${toServerTime(selection.upTo)}::timestamptz`
}
