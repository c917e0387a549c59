import type { CaseState, CaseSummary } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { selectCaseSummaries, toCaseSummary } from './case-summaries.ts'

interface QueuePosition {
  state: CaseState
  /** The last case of the previous page. */
  after: string | undefined
  limit: number
}

/** Open cases with the greatest weight first, appeals with the oldest, decided ones with the newest. */
export async function selectCases(
  db: Queryable,
  config: Config,
  position: QueuePosition,
): Promise<CaseSummary[]> {
  const rows = await buildQueueQuery(db, position).execute()
  return rows.map((row) => toCaseSummary(config, row))
}

/** Each order has a partial index of its state, so the cost does not depend on the number of cases. */
export function buildQueueQuery(db: Queryable, { state, after, limit }: QueuePosition) {
  const { isAfter, order } = ORDERS[state]
  return selectCaseSummaries(db)
    .where('cases.state', '=', sql.lit(state))
    .$if(after !== undefined, (cases) => cases.where(isAfter(after ?? '')))
    .$call((cases) => order(cases))
    .limit(limit)
}

type QueueQuery = ReturnType<typeof selectCaseSummaries>

const ORDERS = {
  open: {
    isAfter: (id: string) =>
      sql<boolean>`(-cases.weight, cases.id) > (select -weight, id from cases where id = ${id})`,
    order: (query: QueueQuery) => query.orderBy(sql`-cases.weight`).orderBy('cases.id'),
  },
  appealed: {
    isAfter: (id: string) =>
      sql<boolean>`(cases.appealed_at, cases.id) > (select appealed_at, id from cases where id = ${id})`,
    order: (query: QueueQuery) => query.orderBy('cases.appealed_at').orderBy('cases.id'),
  },
  decided: {
    isAfter: (id: string) =>
      sql<boolean>`(cases.decided_at, cases.id) < (select decided_at, id from cases where id = ${id})`,
    order: (query: QueueQuery) =>
      query.orderBy('cases.decided_at', 'desc').orderBy('cases.id', 'desc'),
  },
}

/** When the oldest open case was opened; null without any. */
export async function selectOldestOpenAt(db: Queryable): Promise<string | null> {
  const oldest = await db
    .selectFrom('cases')
    .select(sql<string>`uuid_v7_time(id)`.as('openedAt'))
    .where('state', '=', sql.lit('open'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return oldest?.openedAt ?? null
}
