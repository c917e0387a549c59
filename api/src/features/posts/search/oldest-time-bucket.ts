import type { Database } from '../../../platform/db/database.ts'
import { getTimeBucket } from './terms.ts'

/** New posts are never older than the oldest; imported ones may be, and are found after this time. */
const CACHED_MS = 60_000

interface OldestTimeBucket {
  bucket: number
  readAt: number
}

const oldestTimeBuckets = new WeakMap<Database, OldestTimeBucket>()

/** The time bucket of the oldest post, given that there are posts in the bucket `known`. */
export async function readOldestTimeBucket(db: Database, known = Infinity): Promise<number> {
  const cached = oldestTimeBuckets.get(db)
  const readAt = performance.now()
  if (cached && cached.bucket <= known && readAt - cached.readAt < CACHED_MS) return cached.bucket
  const oldest = await db.selectFrom('posts').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!oldest) return 0
  const bucket = getTimeBucket(oldest.id)
  oldestTimeBuckets.set(db, { bucket, readAt })
  return bucket
}
