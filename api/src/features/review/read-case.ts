import type { Case, CaseDecision } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { decryptMessages } from '../moderation/reported-messages.ts'
import { selectContext, selectHistory } from './case-context.ts'
import { selectCaseSummaries, selectPerson, toCaseSummary } from './case-summaries.ts'
import { findObstacle } from './decision-rights.ts'

const REPORTS_MAX = 100
const SIMILAR_MAX = 10

/** Everything that a moderator needs to decide a case. */
export async function readCase(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  moderatorId: string,
  caseId: string,
): Promise<Case> {
  const row = await selectCase(db, caseId)
  if (!row) throw createCaseNotFound()
  const { content, authorId, deciderId, decision, appeal, ...summaryRow } = row
  const summary = toCaseSummary(config, summaryRow)
  const { subject, state } = summary
  const roles = { subject, authorId, deciderId: state === 'appealed' ? deciderId : null }
  return {
    ...summary,
    reports: await selectReports(db, caseId),
    context: {
      ...(await selectContext(db, subject)),
      messages: decryptMessages(config, subject.id, content),
    },
    history: await selectHistory(db, authorId),
    similar: (await selectSimilar(db, authorId, caseId)).map((each) => toCaseSummary(config, each)),
    decision,
    appeal,
    cannotDecide: state === 'decided' ? null : await findObstacle(db, moderatorId, roles),
  }
}

export function createCaseNotFound(): Refusal {
  return new Refusal('not-found', 'Case not found')
}

async function selectCase(db: Queryable, caseId: string) {
  return selectCaseSummaries(db)
    .leftJoin('appeals', 'appeals.case_id', 'cases.id')
    .select(['content', 'author_id as authorId', 'cases.decided_by as deciderId'])
    .select(
      sql<CaseDecision | null>`case when decision is not null then json_build_object(
        'kind', decision, 'rule', rule, 'text', cases.text, 'until', ${isoTime(sql`nullif(until, 'infinity')`)},
        'decidedAt', ${isoTime(sql.ref('cases.decided_at'))}, 'decidedBy', ${selectPerson(sql.ref('cases.decided_by'))}) end`.as(
        'decision',
      ),
    )
    .select(
      sql<
        Case['appeal']
      >`case when appeals.case_id is not null then jsonb_strip_nulls(jsonb_build_object(
        'text', appeals.text, 'createdAt', ${isoTime(sql.ref('appeals.created_at'))}, 'answer', appeals.answer))
        || jsonb_build_object('outcome', appeals.outcome) end`.as('appeal'),
    )
    .where('cases.id', '=', caseId)
    .executeTakeFirst()
}

async function selectReports(db: Queryable, caseId: string): Promise<Case['reports']> {
  return db
    .selectFrom('reports')
    .select(['reason', 'note', 'created_at as createdAt'])
    .select(selectPerson(sql.ref('reporter_id')).as('reporter'))
    .where('case_id', '=', caseId)
    .orderBy('id', 'desc')
    .limit(REPORTS_MAX)
    .execute()
}

async function selectSimilar(db: Queryable, authorId: string | null, caseId: string) {
  if (authorId === null) return []
  return selectCaseSummaries(db)
    .where('author_id', '=', authorId)
    .where('cases.state', '=', sql.lit('open'))
    .where('cases.id', '<>', caseId)
    .orderBy('cases.id')
    .limit(SIMILAR_MAX)
    .execute()
}
