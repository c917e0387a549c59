import type { CaseSummary } from '@dolph/contract/review/review'
import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Person } from '@dolph/contract/people/people'
import type { Config } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { personJson } from '../pictures/person-json.ts'
import { readExcerpt } from '../moderation/reported-messages.ts'

/** Cases with the columns of the contract's `CaseSummary`; `toCaseSummary` completes the rows. */
export function selectCaseSummaries(db: Queryable) {
  return db
    .selectFrom('cases')
    .select([
      'cases.id as _id',
      'cases.state',
      'cases.report_count as reportCount',
      'cases.excerpt',
    ])
    .select('cases.content_excerpt as contentExcerpt')
    .select(
      sql<CaseSummary['subject']>`json_build_object('kind', kind, 'id', subject_id)`.as('subject'),
    )
    .select(
      sql<CaseSummary['reason']>`coalesce((
        select reason from jsonb_each_text(reason_counts) as counted (reason, number)
        order by number::integer desc, reason limit 1), 'other')`.as('reason'),
    )
    .select(selectPerson(sql.ref('cases.author_id')).as('author'))
    .select(sql<string>`uuid_v7_time(cases.id)`.as('openedAt'))
}

export type CaseSummaryRow = CaseSummary & { contentExcerpt: Buffer | null }

export function toCaseSummary(
  config: Config,
  { contentExcerpt, ...row }: CaseSummaryRow,
): CaseSummary {
  return { ...row, excerpt: readExcerpt(config, { ...row, contentExcerpt }) }
}

/** The JSON of the contract's `Person`, or null when the account was deleted. */
export function selectPerson(memberId: Expression<unknown>): RawBuilder<Person | null> {
  return sql`(
    select ${personJson('members')}
    from members where members.id = ${memberId} and members.deleted_at is null)`
}
