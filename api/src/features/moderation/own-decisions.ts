import { APPEAL_DAYS, type Decision } from '@dolph/contract/moderation/moderation'
import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import { readExcerpt } from './reported-messages.ts'

interface DecisionsQuery {
  /** Only those about this post, comment, message or member. */
  subjectId: string | undefined
  /** The last decision of the previous page. */
  after: string | undefined
  limit: number
}

/** The decisions about a member that closed or hid something, newest first. */
export async function selectOwnDecisions(
  db: Queryable,
  config: Config,
  authorId: string,
  { subjectId, after, limit }: DecisionsQuery,
): Promise<Decision[]> {
  const rows = await selectDecisions(db, authorId)
    .$if(subjectId !== undefined, (cases) => cases.where('subject_id', '=', subjectId ?? ''))
    .$if(after !== undefined, (cases) =>
      cases.where(
        sql<boolean>`(cases.decided_at, cases.id) < (select decided_at, id from cases where id = ${after})`,
      ),
    )
    .orderBy('cases.decided_at', 'desc')
    .orderBy('cases.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => toDecision(config, row))
}

/** Undefined unless it is a decision about this member that closed or hid something. */
export async function selectOwnDecision(
  db: Queryable,
  config: Config,
  authorId: string,
  caseId: string,
): Promise<Decision | undefined> {
  const row = await selectDecisions(db, authorId).where('cases.id', '=', caseId).executeTakeFirst()
  return row && toDecision(config, row)
}

type DecisionRow = Omit<Decision, 'excerpt'> & { excerpt: string; contentExcerpt: Buffer | null }

/** Neither reports nor moderators are read: their names cannot reach the author. */
function selectDecisions(db: Queryable, authorId: string) {
  return db
    .selectFrom('cases')
    .leftJoin('appeals', 'appeals.case_id', 'cases.id')
    .select(['cases.id as _id', 'cases.excerpt', 'content_excerpt as contentExcerpt'])
    .select(
      sql<Decision['subject']>`json_build_object('kind', kind, 'id', subject_id)`.as('subject'),
    )
    .select(sql<Decision['kind']>`decision`.as('kind'))
    .select(sql<Decision['rule']>`rule`.as('rule'))
    .select(sql<string>`cases.text`.as('text'))
    .select(sql<string | null>`nullif(until, 'infinity')`.as('until'))
    .select(sql<string>`cases.decided_at`.as('decidedAt'))
    .select(
      sql<
        Decision['appeal']
      >`case when appeals.case_id is not null then json_strip_nulls(json_build_object(
        'text', appeals.text, 'createdAt', ${isoTime(sql.ref('appeals.created_at'))}, 'answer', appeals.answer))::jsonb
        || jsonb_build_object('outcome', appeals.outcome) end`.as('appeal'),
    )
    .select(
      sql<boolean>`appeals.case_id is null and cases.decided_at > now() - interval '${sql.lit(APPEAL_DAYS)} days'`.as(
        'canAppeal',
      ),
    )
    .where('author_id', '=', authorId)
    .where('decision', '<>', 'keep')
}

function toDecision(config: Config, { contentExcerpt, ...row }: DecisionRow): Decision {
  return { ...row, excerpt: readExcerpt(config, { ...row, contentExcerpt }) }
}
