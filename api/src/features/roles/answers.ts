import type { Answers } from '@dolph/contract/roles'
import type { Database } from '../../db/database.ts'

/** How this owner answers requests to join; null while there are too few. */
export async function selectAnswers(_db: Database, _ownerId: string): Promise<Answers | null> {
  return null
}
