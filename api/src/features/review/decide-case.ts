import type { DecisionDraft } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { insertAuditEntry } from './audit-log.ts'
import { lockCase } from './locked-case.ts'
import { lockMember, updateRestrictions } from './member-restrictions.ts'
import { canHide, hideSubject, lockSubjects } from './subject-visibility.ts'

interface CaseToDecide {
  caseId: string
  moderatorId: string
  draft: DecisionDraft
}

/** Decides an open case: what the decision hides or closes, the log and the event are one transaction. */
export async function decideCase(
  db: Database,
  { caseId, moderatorId, draft }: CaseToDecide,
): Promise<void> {
  const { kind, rule, text, days } = draft
  await db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, { caseId, moderatorId, state: 'open' })
    const { authorId } = found
    refuseImpossible(draft, found)
    await lockSubjects(tx, [found])
    if (authorId !== null) await lockMember(tx, authorId)
    await tx
      .updateTable('cases')
      .set({
        state: 'decided',
        decided_by: moderatorId,
        decision: kind,
        rule,
        text,
        until: getEnd(draft),
        decided_at: sql`clock_timestamp()`,
      })
      .where('id', '=', caseId)
      .execute()
    if (kind !== 'keep') await hideSubject(tx, found)
    if (authorId !== null && closesActivity(kind)) await updateRestrictions(tx, authorId)
    await insertAuditEntry(tx, {
      actorId: moderatorId,
      memberId: authorId,
      action: 'case.decided',
      subject: `case:${caseId}`,
      details: { decision: kind, rule, days: days ?? null },
    })
    const event = { subjectId: caseId, actorId: moderatorId, data: {} }
    await insertEvent(tx, 'case.decided', event)
  })
}

function refuseImpossible(
  { kind, days }: DecisionDraft,
  subject: Parameters<typeof canHide>[0] & { authorId: string | null },
): void {
  if (kind === 'hide' && !canHide(subject)) throw createRefusal('kind', 'This cannot be hidden')
  if (kind.startsWith('limit-') && days === undefined)
    throw createRefusal('days', 'A limit needs a number of days')
  if (closesActivity(kind) && subject.authorId === null)
    throw createRefusal('kind', 'This account was deleted')
}

function createRefusal(field: keyof DecisionDraft, message: string): Refusal {
  return new Refusal('invalid-input', message, { fields: { [field]: message } })
}

function closesActivity(kind: DecisionDraft['kind']): boolean {
  return kind === 'suspend' || kind.startsWith('limit-')
}

function getEnd({ kind, days }: DecisionDraft) {
  if (!closesActivity(kind)) return null
  if (days === undefined) return sql<string>`'infinity'`
  return sql<string>`now() + make_interval(days => ${days})`
}
