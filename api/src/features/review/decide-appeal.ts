import type { SubjectKind } from '@dolph/contract/moderation/moderation'
import type { AppealDecisionDraft } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { insertAuditEntry } from './audit-log.ts'
import { lockCase } from './locked-case.ts'
import { lockMember, updateRestrictions } from './member-restrictions.ts'
import { lockSubjects, unhideSubject } from './subject-visibility.ts'

interface AppealToDecide {
  caseId: string
  moderatorId: string
  draft: AppealDecisionDraft
}

/** Decides an objection. A decision that is taken back loses its effects in the same transaction. */
export async function decideAppeal(
  db: Database,
  { caseId, moderatorId, draft }: AppealToDecide,
): Promise<void> {
  const { outcome, text } = draft
  await db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, { caseId, moderatorId, state: 'appealed' })
    await tx
      .updateTable('appeals')
      .set({ decided_by: moderatorId, outcome, answer: text, decided_at: sql`clock_timestamp()` })
      .where('case_id', '=', caseId)
      .execute()
    const { authorId } = found
    await lockSubjects(tx, [found])
    if (authorId !== null) await lockMember(tx, authorId)
    await tx
      .updateTable('cases')
      .set({
        state: 'decided',
        ...(outcome === 'taken-back' && { taken_back_at: sql`clock_timestamp()` }),
      })
      .where('id', '=', caseId)
      .execute()
    if (outcome === 'taken-back' && authorId !== null)
      await undoDecision(tx, { ...found, authorId })
    await insertAuditEntry(tx, {
      actorId: moderatorId,
      memberId: authorId,
      action: 'appeal.decided',
      subject: `case:${caseId}`,
      details: { outcome },
    })
    const event = { subjectId: caseId, actorId: moderatorId, data: {} }
    await insertEvent(tx, 'appeal.decided', event)
  })
}

/** Ends the effects of a decision that is taken back. The member is locked. */
export async function undoDecision(
  tx: Queryable,
  found: { kind: SubjectKind; subjectId: string; authorId: string },
): Promise<void> {
  const { subjectId, authorId } = found
  if (!(await isHiddenByOther(tx, subjectId, authorId))) await unhideSubject(tx, found)
  await updateRestrictions(tx, authorId)
}

/** Whether another decision about the same subject is in force. */
async function isHiddenByOther(
  tx: Queryable,
  subjectId: string,
  authorId: string,
): Promise<boolean> {
  const other = await tx
    .selectFrom('cases')
    .select('id')
    .where('author_id', '=', authorId)
    .where('decision', '<>', 'keep')
    .where('subject_id', '=', subjectId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}
