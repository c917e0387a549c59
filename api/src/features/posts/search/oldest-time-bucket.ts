import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import { queryCompiler } from '../../../platform/db/database.ts'
import { prepareStatement } from '../../../platform/db/prepared-statement.ts'
import { getTimeBucket } from './terms.ts'

/** New posts are never older than the oldest; imported ones may be, and are found after this time. */
const CACHED_MS = 60_000

interface OldestTimeBucket {
  bucket: number
  readAt: number
}

const oldestTimeBuckets = new WeakMap<object, OldestTimeBucket>()

/** The time bucket of the oldest post, given that there are posts in the bucket `known`. */
export async function readOldestTimeBucket(reader: Reader, known = Infinity): Promise<number> {
  const cached = oldestTimeBuckets.get(reader.identity)
  const readAt = performance.now()
  if (cached && cached.bucket <= known && readAt - cached.readAt < CACHED_MS) return cached.bucket
  const [oldest] = await oldestPostStatement.run(reader, {})
  if (!oldest) return 0
  const bucket = getTimeBucket(oldest.id)
  oldestTimeBuckets.set(reader.identity, { bucket, readAt })
  return bucket
}

const oldestPostStatement = prepareStatement<object, { id: string }>(() =>
  queryCompiler.selectFrom('posts').select('id').orderBy('id').limit(sql.lit(1)),
)
