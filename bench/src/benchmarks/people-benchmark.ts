import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import {
  getPeopleStatements,
  type PeopleRange,
  type PeopleStage,
} from '@dolph/api/features/people/people-statements'
import { encodeTimeCursor } from '@dolph/api/platform/http/time-cursor'
import pg from 'pg'
import { MAX_ID } from '@dolph/api/platform/db/id-bounds'
import { startApi } from '../api-server.ts'
import {
  benchMemberIdSql,
  buildLuaHeaders,
  buildSessionStatements,
  signInBenchMembers,
} from '../bench-members.ts'
import { runPgbench, runWrk } from '../benchmark-tools.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { copyRows } from '../load/copy-rows.ts'
import { loadPeople } from '../load/load-people.ts'
import { generateRows } from '../load/rows.ts'
import { timeStep } from '../load/time-step.ts'
import { measureRounds, printSummary } from '../measure-rounds.ts'
import { inlineParameters } from '../pgbench-sql.ts'

const MEMBERS = 200_000
const SMALL_MEMBERS = 20_000
const PAGE_SIZE = 20
const WARM_UP_SECONDS = 5
/** A page of the list: the query of the call, and what the statement gets for it. */
interface PeoplePage {
  stage: PeopleStage
  query: string
  terms: string[]
  topic?: string
  hours?: number
}

/** Those who are open to join, and the rest of the list, which a cursor leads to: by nothing, skills, words, topic and hours. */
function listPages(): PeoplePage[] {
  const filters = [
    { query: '', terms: [] },
    ...[0, 1, 2, 5, 10].map((nth) => ({
      query: `&skills=skill-${nth}`,
      terms: [`skill:skill-${nth}`],
    })),
    { query: '&skills=skill-0,skill-1', terms: ['skill:skill-0', 'skill:skill-1'] },
    { query: '&q=member', terms: ['word:member'] },
    { query: '&q=member&skills=skill-2', terms: ['word:member', 'skill:skill-2'] },
  ]
  const cursor = encodeTimeCursor({ at: '1970-01-01T00:00:00.000Z', id: MAX_ID })
  return [
    ...filters.map((filter) => ({ stage: 'open' as const, ...filter })),
    { stage: 'open', query: '&topic=games', terms: ['topic:games'], topic: 'games' },
    { stage: 'open', query: '&hours=20', terms: [], hours: 20 },
    ...filters.map(({ query, terms }) => ({
      stage: 'others' as const,
      query: `${query}&cursor=${cursor}`,
      terms,
    })),
  ]
}

/** Compares pages of the list of people over HTTP with PostgreSQL running the same statements, and with a tenth of the members. */
export async function benchmarkPeople(): Promise<void> {
  const [small, large] = [await loadMembers(SMALL_MEMBERS), await loadMembers(MEMBERS)]
  await using api = await startApi({ DATABASE_URL: large })
  const members = await signInBenchMembers(api.url, large)
  await signInBenchMembers(api.url, small)
  const pages = listPages()
  const paths = pages.map(({ query }) => `"/api/people?limit=${PAGE_SIZE}${query}"`)
  const lua = `
${buildLuaHeaders(members)}
local paths = {${paths.join()}}
request = function()
  return wrk.format("GET", paths[math.random(#paths)], headers[math.random(#headers)])
end`
  const [readSession = ''] = buildSessionStatements(members)
  const statements = pages.map(buildPageStatement)
  const withSession = statements.map((statement) => `${readSession}\n${statement}`)
  await runWrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    'pgbench, a tenth of the members': () => runPgbench(statements, { databaseUrl: small }),
    'pgbench, page': () => runPgbench(statements, { databaseUrl: large }),
    'pgbench, session and page': () => runPgbench(withSession, { databaseUrl: large }),
    'over HTTP': () => runWrk(api.url, { lua }),
  })
  printSummary({
    'people/pgbench': rates['over HTTP'] / rates['pgbench, session and page'],
    growth: rates['pgbench, a tenth of the members'] / rates['pgbench, page'],
  })
}

function buildPageStatement({ stage, terms, topic, hours }: PeoplePage): string {
  const { page } = getPeopleStatements(stage, terms.length > 0)
  const values = {
    callerId: benchMemberIdSql('1'),
    day: stage === 'open' ? `'9999-12-31'` : `'1970-01-01'`,
    id: `'${MAX_ID}'`,
    // A colon would begin a variable of pgbench.
    terms: `array[${terms.map((term) => `'${term}'`).join()}]`.replaceAll(':', `' || chr(58) || '`),
    topic: topic === undefined ? 'null' : `'${topic}'`,
    hours: String(hours ?? 'null'),
    zones: 'null',
    count: String(PAGE_SIZE + 1),
  }
  // Each value is the SQL that stands for it.
  return `${inlineParameters(page, values as unknown as PeopleRange & { count: number })};`
}

/** Loads a database with so many members, unless an earlier run has, and returns its URL. */
async function loadMembers(count: number): Promise<string> {
  const url = `${BENCH_DATABASE_URL}_people_${count}`
  if (await isLoaded(url)) return url
  await recreateDatabase(url)
  await using db = openDatabase(url, { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const rows = generateRows({ posts: 1, members: count, likes: 0, comments: 0 }, Date.now())
  await timeStep(`${count} members`, async () => {
    await copyRows(client, 'members (id, username, first_name, last_name, picture)', rows.members())
    await copyRows(client, 'profiles (member_id, bio, skills, github, location)', rows.profiles())
    await loadPeople(client)
    await client.query('vacuum analyze')
  })
  await client.end()
  return url
}

/** Whether there are members who are open to join today, which a load adds last. */
async function isLoaded(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query(
      'select from availabilities join seeker_terms using (member_id) where until >= current_date limit 1',
    )
    return rows.length > 0
  } catch {
    return false
  } finally {
    await client.end()
  }
}
