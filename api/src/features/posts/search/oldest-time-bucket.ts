import type { Database } from '../../../db/database.ts'
import { getTimeBucket } from './terms.ts'

const oldestTimeBuckets = new WeakMap<Database, number>()

/** The era of the oldest post. It is asked for once: older posts than the oldest are not made. */
export async function readOldestTimeBucket(db: Database): Promise<number> {
  const era = oldestTimeBuckets.get(db)
  if (era !== undefined) return era
  const oldest = await db.selectFrom('posts').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!oldest) return 0
  oldestTimeBuckets.set(db, getTimeBucket(oldest.id))
  return getTimeBucket(oldest.id)
}
