import type { Database } from '../../../db/database.ts'
import { eraOf } from './terms.ts'

const known = new WeakMap<Database, number>()

/** The era of the oldest post. It is asked for once: older posts than the oldest are not made. */
export async function oldestEra(db: Database): Promise<number> {
  const era = known.get(db)
  if (era !== undefined) return era
  const oldest = await db.selectFrom('posts').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!oldest) return 0
  known.set(db, eraOf(oldest.id))
  return eraOf(oldest.id)
}
