import { sql } from 'kysely'
import { openDatabase, type Database } from '../platform/db/database.ts'

/** PostgreSQL plans a prepared statement for its values at first, and may later switch to one generic plan. */
export const PLAN_MODES = ['force_custom_plan', 'force_generic_plan'] as const
export type PlanMode = (typeof PLAN_MODES)[number]

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** Runs a statement with these values and returns the nodes of its plan, the outermost first. */
export async function explainQuery(
  db: Database,
  statement: string,
  values: unknown[],
  mode: PlanMode,
): Promise<PlanNode[]> {
  return db.connection().execute(async (connection) => {
    await sql.raw(`set plan_cache_mode = ${mode}`).execute(connection)
    await sql.raw(`prepare explained as ${statement}`).execute(connection)
    const literals = values.length > 0 ? `(${values.map(formatLiteral).join(', ')})` : ''
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`${sql.raw(
      `explain (analyze, buffers, format json) execute explained${literals}`,
    )}`.execute(connection)
    await sql.raw('deallocate explained').execute(connection)
    return flattenPlan(rows[0]?.['QUERY PLAN'][0].Plan)
  })
}

/**
 * Opens a database for inserting many rows: on one connection, without a time limit, foreign keys and triggers, which would
 * take most of the time. Only for tests whose rows no trigger completes.
 */
export async function openForLoading(url: string): Promise<Database> {
  const db = openDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  await sql`set session_replication_role = replica`.execute(db)
  return db
}

const VACUUM_ATTEMPTS_MAX = 50

/**
 * Vacuums and analyzes all tables, until all their pages are known to be visible to everybody: where another transaction is
 * open meanwhile, such as one of autovacuum, they are not, and PostgreSQL prefers other plans.
 */
export async function vacuumTables(db: Database): Promise<void> {
  for (let attempt = 0; attempt < VACUUM_ATTEMPTS_MAX; attempt += 1) {
    await sql`vacuum analyze`.execute(db)
    const { rows } = await sql`
      select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relallvisible < relpages
    `.execute(db)
    if (rows.length === 0) return
  }
  throw new Error('vacuum could not mark all pages as visible; is a transaction open?')
}

/** The number of rows that a plan read from a table. */
export function countRowsRead(nodes: PlanNode[], table: string): number {
  const scans = nodes.filter((node) => node['Relation Name'] === table)
  return scans.reduce((rows, node) => rows + node['Actual Rows'] * node['Actual Loops'], 0)
}

function formatLiteral(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? `'{${value.join()}}'` : `'${value as string | number}'`
}

function flattenPlan(node: PlanNode | undefined): PlanNode[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(flattenPlan)] : []
}
