import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { queryCompiler, type Database } from '../../platform/db/database.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import {
  explainQuery,
  PLAN_MODES,
  type PlanMode,
  type PlanNode,
  vacuumTables,
} from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { buildAuditQuery } from './audit-log.ts'
import { buildQueueQuery } from './case-queue.ts'

const BATCHES = 10
const BATCH_SIZE = 2_000
const LIMIT = 21
const STATES = ['open', 'appealed', 'decided'] as const

let db: Database
let memberId: string
beforeAll(async () => {
  const database = await cloneDatabase()
  db = database.db
  memberId = await createMemberFixture(db, 'ada')
  // With few members PostgreSQL would rightly read all of them.
  await sql`insert into members (username) select 'member_' || number from generate_series(1, 2000) as number`.execute(
    db,
  )
  for (let batch = 0; batch < BATCHES; batch += 1) await insertBatch(batch * BATCH_SIZE)
  await vacuumTables(db)
  return () => database[Symbol.asyncDispose]()
}, 60_000)

describe.each(PLAN_MODES)('with %s', (mode) => {
  test.each(STATES)('the first page of %s cases reads one page of an index', async (state) => {
    const query = buildQueueQuery(queryCompiler, { state, after: undefined, limit: LIMIT })
    expect(await findCostlyNodes(query, mode)).toEqual([])
  })

  test.each(STATES)('a deep page of %s cases reads one page of an index', async (state) => {
    const { rows } = await sql<{ id: string }>`
      select id from cases where state = ${state} order by id offset 1000 limit 1`.execute(db)
    const after = rows[0]?.id ?? ''
    const query = buildQueueQuery(queryCompiler, { state, after, limit: LIMIT })
    expect(await findCostlyNodes(query, mode)).toEqual([])
  })

  test.each([
    ['everything', () => ({})],
    ['a moderator', () => ({ actor: memberId })],
    ['a member', () => ({ subject: `member:${memberId}` })],
    ['a case', () => ({ subject: 'case:7' })],
  ])('a page of the audit log of %s reads one page of an index', async (_, buildFilter) => {
    const page = { actor: undefined, subject: undefined, before: undefined, limit: LIMIT }
    const query = buildAuditQuery(queryCompiler, { ...page, ...buildFilter() })
    expect(await findCostlyNodes(query, mode)).toEqual([])
  })
})

/** Every tenth case is appealed, every fifth decided; most open ones have the same weight. */
async function insertBatch(start: number): Promise<void> {
  const numbers = sql`generate_series(${start}::integer + 1, ${start}::integer + ${BATCH_SIZE}) as number`
  await sql`
    insert into cases (kind, subject_id, author_id, weight, report_count, reason_counts, state, decision, decided_at, appealed_at)
    select 'post', gen_random_uuid(), ${memberId}, case when number % 50 = 1 then number % 7 else 1 end, 1, '{"spam": 1}',
      state, case when state <> 'open' then 'hide' end,
      case when state <> 'open' then now() - number * interval '1 minute' end,
      case when state = 'appealed' then now() - number * interval '1 second' end
    from ${numbers}
    cross join lateral (
      select case when number % 10 = 0 then 'appealed' when number % 5 = 0 then 'decided' else 'open' end as state) as kind
  `.execute(db)
  await sql`
    insert into audit_log (actor_id, member_id, action, subject)
    select ${memberId}, ${memberId}, 'case.decided', 'case:' || number from ${numbers}
  `.execute(db)
}

interface Compilable {
  compile: () => { sql: string; parameters: readonly unknown[] }
}

/** The nodes of the plan that read a whole table, or more rows of a table than the page has. */
async function findCostlyNodes(query: Compilable, mode: PlanMode): Promise<PlanNode[]> {
  const { sql: statement, parameters } = query.compile()
  const nodes = await explainQuery(db, statement, [...parameters], mode)
  return nodes.filter(
    (node) =>
      ['Seq Scan', 'Hash Join'].includes(node['Node Type']) ||
      (['cases', 'audit_log'].includes(node['Relation Name'] ?? '') &&
        (node['Actual Rows'] > LIMIT || (node['Rows Removed by Filter'] ?? 0) > 1)),
  )
}
