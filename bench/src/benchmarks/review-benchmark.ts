import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import pg from 'pg'
import { startApi } from '../api-server.ts'
import { createSessionCookies } from '../bench-members.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { percentile } from '../percentile.ts'
import { printLine } from '../print-line.ts'

const CASES = 100_000
const MEMBERS = 10_000
const WARM_UP_PAGES = 50
const PAGES = 1_000
const GOAL_MS = 30
const DATABASE_URL = `${BENCH_DATABASE_URL}_review`

/** Pages of the queue with 100,000 open cases, one after another from the first on, in a database of its own. */
export async function benchmarkReview(): Promise<void> {
  await recreateDatabase(DATABASE_URL)
  const moderatorId = await loadCases()
  await using api = await startApi({ DATABASE_URL })
  const [cookie = ''] = await createSessionCookies([moderatorId], DATABASE_URL)
  await readPages(api.url, cookie, WARM_UP_PAGES)
  const times = await readPages(api.url, cookie, PAGES)
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  printLine(
    `${PAGES} pages, ${CASES} open cases: p50 ${p50.toFixed(1)} ms, slowest ${Math.max(...times).toFixed(1)} ms; goal ${GOAL_MS} ms`,
  )
  printLine(`queue_p99_ms=${p99.toFixed(1)}`)
}

/** Follows the cursors of the queue and returns how long each reply took, in milliseconds. */
async function readPages(url: string, cookie: string, count: number): Promise<number[]> {
  const times: number[] = []
  let cursor: string | null = null
  while (times.length < count) {
    const started = performance.now()
    const address = `${url}/api/review/cases${cursor === null ? '' : `?cursor=${cursor}`}`
    const reply = await fetch(address, { headers: { cookie } })
    const page = (await reply.json()) as { data: unknown[]; nextCursor: string | null }
    times.push(performance.now() - started)
    if (page.data.length === 0) throw new Error(`No cases on the page: ${reply.status}`)
    cursor = page.nextCursor
  }
  return times
}

/** Loads open cases with one to five reports each, and as many decided ones; returns the id of a moderator. */
async function loadCases(): Promise<string> {
  await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  printLine(`loading ${CASES} open cases and as many decided ones`)
  await client.query(
    `insert into members (username) select 'member_' || n from generate_series(1, ${MEMBERS}) as n`,
  )
  await client.query(`
    create temporary table numbered as select row_number() over () as nth, id from members;
    create unique index on numbered (nth);
    insert into cases (kind, subject_id, author_id, weight, report_count, reason_counts, excerpt, state, decision, decided_at, rule, text)
    select 'post', gen_random_uuid(), author.id, reports, reports, jsonb_build_object('spam', reports),
      repeat('A text that somebody reported. ', 4), state, decision, decided_at, 'spam', 'It is an ad.'
    from generate_series(1, ${2 * CASES}) as number
    cross join lateral (
      select 1 + number % 7 % 5 as reports,
        case when number % 2 = 0 then 'open' else 'decided' end as state,
        case when number % 2 = 1 then 'hide' end as decision,
        case when number % 2 = 1 then now() - number * interval '1 second' end as decided_at) as drawn
    join numbered as author on author.nth = 1 + number % ${MEMBERS};
    insert into reports (case_id, reporter_id, reason, note)
    select cases.id, numbered.id, 'spam', '' from cases
    join numbered on nth <= report_count`)
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: string }>(`
    insert into staff (member_id, role) select id, 'moderator' from members limit 1 returning member_id as id`)
  await client.end()
  return rows[0]?.id ?? ''
}
