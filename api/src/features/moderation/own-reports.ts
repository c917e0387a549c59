import type { Report } from '@dolph/contract/moderation/moderation'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

interface ReportsPosition {
  before: string | undefined
  limit: number
}

/** The reports of a member, newest first. */
export async function selectOwnReports(
  db: Queryable,
  reporterId: string,
  { before, limit }: ReportsPosition,
): Promise<Report[]> {
  return selectReports(db, reporterId)
    .$if(before !== undefined, (reports) => reports.where('reports.id', '<', before ?? ''))
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .execute()
}

/** The report of a member in a case. */
export async function selectOwnReport(
  db: Queryable,
  reporterId: string,
  caseId: string,
): Promise<Report> {
  return selectReports(db, reporterId).where('case_id', '=', caseId).executeTakeFirstOrThrow()
}

function selectReports(db: Queryable, reporterId: string) {
  return db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'reports.case_id')
    .select(['reports.id as _id', 'reason', 'note', 'reports.created_at as createdAt'])
    .select(sql<Report['subject']>`json_build_object('kind', kind, 'id', subject_id)`.as('subject'))
    .select(
      sql<Report['outcome']>`
        case when decision is null then null
          when decision = 'keep' or taken_back_at is not null then 'kept'
          else 'acted' end`.as('outcome'),
    )
    .where('reporter_id', '=', reporterId)
}
