import { JOIN_REQUEST_NOT_FOUND } from '@dolph/contract/join-requests/join-requests'
import type { Report, ReportDraft } from '@dolph/contract/moderation/moderation'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { LockPair } from '../../platform/define-feature.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { publishRelationChanged } from '../safety/events.ts'
import { insertBlock } from '../safety/relations.ts'
import { buildExcerpt } from './excerpt.ts'
import { selectOwnReport } from './own-reports.ts'
import { selectReportableSubject } from './reportable-subject.ts'
import { encryptMessages, selectReportedMessages } from './reported-messages.ts'

/** A reporter whose last reports were all kept, as many as this, no longer raises a case. */
const KEPT_REPORTS_MAX = 3

const NOT_FOUND = {
  post: 'Post not found',
  comment: 'Comment not found',
  message: 'Message not found',
  member: 'User not found',
  'join-request': JOIN_REQUEST_NOT_FOUND,
}

interface CreatedReport {
  report: Report
  /** False if the member has reported the subject in this case before: then it is that report. */
  isNew: boolean
}

/** Reports a subject: opens a case about it, or adds to the open one. */
export async function createReport(
  deps: Pick<Deps, 'db' | 'config' | 'bus' | 'position'> & { pairLocks: readonly LockPair[] },
  reporterId: string,
  draft: ReportDraft,
): Promise<CreatedReport> {
  const { db, config, pairLocks } = deps
  const { subject, reason, note, alsoBlock } = draft
  const { blockedId, ...created } = await db.transaction().execute(async (tx) => {
    const found = await selectReportableSubject(tx, reporterId, subject)
    if (!found) throw new Refusal('not-found', NOT_FOUND[subject.kind])
    if (found.isOwn) {
      const message = 'You cannot report yourself'
      throw new Refusal('invalid-input', message, { fields: { subject: message } })
    }
    const content =
      subject.kind === 'message'
        ? encryptMessages(
            config,
            subject.id,
            await selectReportedMessages(tx, { reporterId, messageId: subject.id }),
          )
        : { excerpt: buildExcerpt(found.text) }
    const caseId = await openCase(tx, {
      ...content,
      kind: subject.kind,
      subject_id: subject.id,
      author_id: found.authorId,
    })
    const isNew = await insertReport(tx, { caseId, reporterId, reason, note })
    if (isNew) await raiseCase(tx, caseId, reporterId, reason)
    const { authorId } = found
    const isBlocked =
      alsoBlock &&
      authorId !== null &&
      (await insertBlock(tx, { memberId: reporterId, otherId: authorId }, pairLocks))
    const report = await selectOwnReport(tx, reporterId, caseId)
    return { report, isNew, blockedId: isBlocked ? authorId : null }
  })
  if (blockedId !== null) publishRelationChanged(deps, { memberId: reporterId, otherId: blockedId })
  return created
}

interface NewCase {
  kind: ReportDraft['subject']['kind']
  subject_id: string
  author_id: string | null
  excerpt?: string
  content?: Buffer
  content_excerpt?: Buffer
}

/** Returns the open case about the subject, new or not, and locks it: a decision meanwhile would leave the report out. */
async function openCase(tx: Queryable, values: NewCase): Promise<string> {
  const { id } = await tx
    .insertInto('cases')
    .values({ content: null, content_excerpt: null, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id'])
        .where('state', '=', sql.lit('open'))
        // Changes nothing, but locks and returns the row.
        .doUpdateSet({ kind: values.kind }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewReport {
  caseId: string
  reporterId: string
  reason: ReportDraft['reason']
  note: string
}

async function insertReport(tx: Queryable, report: NewReport): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('reports')
    .values({
      case_id: report.caseId,
      reporter_id: report.reporterId,
      reason: report.reason,
      note: report.note,
    })
    .onConflict((conflict) => conflict.columns(['case_id', 'reporter_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Counts the report. Its weight only orders the queue: no number of reports hides anything. */
async function raiseCase(
  tx: Queryable,
  caseId: string,
  reporterId: string,
  reason: string,
): Promise<void> {
  await sql`
    update cases set report_count = report_count + 1,
      reason_counts = reason_counts
        || jsonb_build_object(${reason}::text, coalesce((reason_counts->>${reason}::text)::integer, 0) + 1),
      weight = weight + case when (
        select count(*) filter (where decision = 'keep') = ${KEPT_REPORTS_MAX} from (
          select decision from reports join cases as reported on reported.id = case_id
          where reporter_id = ${reporterId} and decision is not null
          order by reports.id desc limit ${KEPT_REPORTS_MAX}) as last_decided) then 0 else 1 end
    where id = ${caseId}
  `.execute(tx)
}
