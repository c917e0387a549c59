import type { Database } from '../../../db/database.ts'
import { getTimeBucket } from './terms.ts'

const oldestTimeBuckets = new WeakMap<Database, number>()

/** The time bucket of the oldest post. Cached, because new posts are never older than the oldest. */
export async function readOldestTimeBucket(db: Database): Promise<number> {
  const cached = oldestTimeBuckets.get(db)
  if (cached !== undefined) return cached
  const oldest = await db.selectFrom('posts').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!oldest) return 0
  oldestTimeBuckets.set(db, getTimeBucket(oldest.id))
  return getTimeBucket(oldest.id)
}
