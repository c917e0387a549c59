import { APPEAL_DAYS, type Decision } from '@dolph/contract/moderation/moderation'
import { sql } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { selectOwnDecision } from './own-decisions.ts'

interface NewAppeal {
  authorId: string
  caseId: string
  text: string
}

/** Objects to a decision, once. The case returns to the queue of the moderators. */
export async function appealDecision(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { authorId, caseId, text }: NewAppeal,
): Promise<Decision> {
  return db.transaction().execute(async (tx) => {
    // The lock makes a second objection wait, and then find the first.
    await sql`select from cases where id = ${caseId} and author_id = ${authorId} for no key update`.execute(
      tx,
    )
    const decision = await selectOwnDecision(tx, config, authorId, caseId)
    if (!decision) throw new Refusal('not-found', 'Decision not found')
    if (decision.appeal) throw new Refusal('conflict', 'You have already objected.')
    if (!decision.canAppeal)
      throw new Refusal('conflict', `You could object for ${APPEAL_DAYS} days.`)
    await tx.insertInto('appeals').values({ case_id: caseId, text }).execute()
    await tx
      .updateTable('cases')
      .set({ state: 'appealed', appealed_at: sql`clock_timestamp()` })
      .where('id', '=', caseId)
      .execute()
    const appealed = await selectOwnDecision(tx, config, authorId, caseId)
    if (!appealed) throw new Error(`The appealed case ${caseId} is gone`)
    return appealed
  })
}
