import { sql } from 'kysely'
import type { Deps } from '../../../platform/deps.ts'
import { publishNotifications } from '../publish-notifications.ts'

/** Marks the question about the member's roles as read, because it is answered. */
export async function readStillOpenLine(
  deps: Pick<Deps, 'db' | 'bus'>,
  memberId: string,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update notifications set read_at = clock_timestamp()
    where member_id = ${memberId} and kind = 'still-open' and target_id = ${memberId} and read_at is null
  `.execute(deps.db)
  if (numAffectedRows > 0n) await publishNotifications(deps, [memberId], { withLatest: false })
}
