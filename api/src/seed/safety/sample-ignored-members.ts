import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

const DAY_MS = 86_400_000

/** Who ignores whom: pairs of usernames. The ignored members have posted nothing for weeks, so that first pages stay full. */
export const SAMPLE_BLOCKS: [string, string][] = [
  ['ada', 'jiwoo_p'],
  ['bob', 'anneli_t'],
  ['carla', 'growth_desk'],
  ['oksana_h', 'dan'],
]
export const SAMPLE_MUTES: [string, string][] = [
  ['ada', 'rhys_e'],
  ['ada', 'ananya_g'],
  ['dan', 'tkowalski'],
]

export async function insertIgnoredMembers(
  tx: Queryable,
  getMemberId: (username: string) => string,
  now: Date,
): Promise<void> {
  const toRows = (pairs: [string, string][]) =>
    pairs.map(([member, other], index) => ({
      member_id: getMemberId(member),
      other_id: getMemberId(other),
      created_at: new Date(now.getTime() - (index + 1) * DAY_MS).toISOString(),
    }))
  await tx.insertInto('blocks').values(toRows(SAMPLE_BLOCKS)).execute()
  await tx.insertInto('mutes').values(toRows(SAMPLE_MUTES)).execute()
  await sql`
    update members set ignored_changes = ignored.count from (
      select member_id, count(*) from (select member_id from blocks union all select member_id from mutes) as each
      group by member_id) as ignored
    where ignored.member_id = members.id
  `.execute(tx)
}
