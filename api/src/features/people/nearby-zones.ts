import { findHoursApart } from '@dolph/contract/time-zone'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { Reader } from '../../platform/db/reader.ts'

const HOURS_APART_MAX = 3
/** The cache lasts a quarter of an hour, because offsets change on quarters of an hour only. */
const CACHE_MS = 900_000
/** There are about 600 names of time zones. */
const CACHED_PAIRS_MAX = 50_000

/** The hours are cached because `Intl` takes longer for one pair of zones than the database for a page. */
const hoursApart = new LRUCache<string, number>({ max: CACHED_PAIRS_MAX, ttl: CACHE_MS })

/** The time zones of members who are open to join that are at most three hours from this one. */
export async function selectNearbyZones(reader: Reader, zone: string): Promise<string[]> {
  const rows = await zonesStatement.run(reader, {})
  return rows.map((row) => row.zone).filter((other) => isNearby(zone, other))
}

// Jumps from one zone to the next in the index: distinct values would read all rows.
const zonesStatement = prepareStatement<object, { zone: string }>(() =>
  toCompilable(sql`
    with recursive zones as (
      (select zone from availabilities order by zone limit 1)
      union all
      select (select zone from availabilities where zone > zones.zone order by zone limit 1) from zones
      where zones.zone is not null)
    select zone from zones where zone is not null`),
)

function isNearby(zone: string, other: string): boolean {
  const key = `${zone} ${other}`
  const hours = hoursApart.get(key) ?? findHoursApart(zone, other, new Date())
  hoursApart.set(key, hours)
  return hours <= HOURS_APART_MAX
}
