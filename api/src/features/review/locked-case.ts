import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { createCaseNotFound } from './read-case.ts'
import { findObstacle } from './decision-rights.ts'

interface LockOptions {
  caseId: string
  moderatorId: string
  /** In which a case waits for what the moderator decides. */
  state: 'open' | 'appealed'
}

/**
 * Locks a case until its decision is stored: of two moderators at once the second is refused. Refuses who may not decide it.
 */
export async function lockCase(tx: Queryable, { caseId, moderatorId, state }: LockOptions) {
  const found = await tx
    .selectFrom('cases')
    .select(['id', 'state', 'kind', 'subject_id as subjectId', 'author_id as authorId'])
    .select(['decided_by as deciderId', 'decision'])
    .where('id', '=', caseId)
    .modifyEnd(sql`for update`)
    .executeTakeFirst()
  if (!found) throw createCaseNotFound()
  if (found.state !== state) throw new Refusal('conflict', 'This case was decided meanwhile.')
  const subject = { kind: found.kind, id: found.subjectId }
  const obstacle = await findObstacle(tx, moderatorId, { ...found, subject })
  if (obstacle !== null) throw new Refusal('forbidden', obstacle)
  return found
}
