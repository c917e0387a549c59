import type { Rule } from '@dolph/contract/moderation/moderation'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { undoDecision } from './decide-appeal.ts'
import { lockMember, updateRestrictions } from './member-restrictions.ts'
import { lockSubjects } from './subject-visibility.ts'

interface Suspension {
  memberId: string
  rule: Rule
  /** What the member reads as the reason. */
  text: string
  /** A timestamp, or `infinity`. */
  until: string
}

/** Suspends a member as a decision of a moderator does: it is a case, the member is notified and can object. */
export async function suspendMember(
  tx: Queryable,
  { memberId, rule, text, until }: Suspension,
): Promise<void> {
  const { id } = await tx
    .insertInto('cases')
    .values({
      kind: 'member',
      subject_id: memberId,
      author_id: memberId,
      state: 'decided',
      decision: 'suspend',
      rule,
      text,
      until,
      decided_at: sql`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await lockMember(tx, memberId)
  await updateRestrictions(tx, memberId)
  await insertEvent(tx, 'case.decided', { subjectId: id, actorId: null, data: {} })
}

/** Takes back every suspension of a member that is in force, and answers objections to them. Returns how many there were. */
export async function releaseMember(tx: Queryable, memberId: string): Promise<number> {
  const cases = await tx
    .updateTable('cases')
    .set({ taken_back_at: sql`clock_timestamp()`, state: 'decided' })
    .where('author_id', '=', memberId)
    .where('decision', '=', 'suspend')
    .where('taken_back_at', 'is', null)
    .where('until', '>', sql<string>`now()`)
    .returning(['id', 'kind', 'subject_id as subjectId'])
    .execute()
  await lockSubjects(tx, cases)
  await lockMember(tx, memberId)
  for (const found of cases) {
    await undoDecision(tx, { ...found, authorId: memberId })
    const { numUpdatedRows } = await tx
      .updateTable('appeals')
      .set({ outcome: 'taken-back', answer: '', decided_at: sql`clock_timestamp()` })
      .where('case_id', '=', found.id)
      .where('outcome', 'is', null)
      .executeTakeFirst()
    const event = { subjectId: found.id, actorId: null, data: {} }
    if (numUpdatedRows > 0n) await insertEvent(tx, 'appeal.decided', event)
  }
  return cases.length
}
