import { openDatabase, type Database } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { runClock } from '@dolph/api/features/join-requests/clock/run-clock'
import {
  createStatement,
  type NewJoinRequest,
} from '@dolph/api/features/join-requests/create-join-request'
import { LIST_STARTS, prepareList } from '@dolph/api/features/join-requests/queries'
import { startApi } from '../api-server.ts'
import {
  BENCH_MEMBER_COUNT,
  benchMemberIdSql,
  buildLuaHeaders,
  buildNthSessionStatement,
  buildSessionStatements,
  signInBenchMembers,
} from '../bench-members.ts'
import { runPgbench, runWrk } from '../benchmark-tools.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import {
  loadJoinRequests,
  loadOpenRequests,
  MEMBER_COUNT,
  ROLE_COUNT,
  roleIdSql,
} from '../load/load-join-requests.ts'
import { measureRounds } from '../measure-rounds.ts'
import { percentile } from '../percentile.ts'
import { inlineParameters } from '../pgbench-sql.ts'
import { printLine } from '../print-line.ts'

const DATABASE_URL = `${BENCH_DATABASE_URL}_join_requests`
const WARM_UP_SECONDS = 5
const NOTE = 'I have built two tide clocks and would love to build this one with you.'
const ANSWER_COUNT = 1_000
const ANSWERS_AT_ONCE = 4
/** A page of the list, and the row that shows whether another follows. */
const LIST_ROWS = 21
const REQUESTS_PER_DAY = 10
const DUE_COUNT = 20_000

type MemberHeaders = Record<string, string>[]

/**
 * Compares asking to join and the list of an owner with ten thousand requests over HTTP with PostgreSQL running the same
 * statements; measures how long answers take, and how many due requests the clock ends.
 */
export async function benchmarkJoinRequests(): Promise<void> {
  await recreateDatabase(DATABASE_URL)
  await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const seconds = await loadJoinRequests(db)
  printLine(`loaded in ${seconds.toFixed(0)} s`)

  await using api = await startApi({ DATABASE_URL })
  const members = await signInBenchMembers(api.url, DATABASE_URL)
  const lists = await measureLists(api.url, members)
  const creations = await measureCreations(db, api.url, members)
  const p99 = await measureAnswers(db, api.url, members)
  printLine(`answer p99 ${p99.toFixed(1)} ms`)
  const endedPerSecond = await measureEnds(db)
  printLine(
    [
      `create/pgbench=${creations.toFixed(2)}`,
      `list/pgbench=${lists.toFixed(2)}`,
      `ended/s=${Math.round(endedPerSecond)}`,
    ].join(' '),
  )
}

async function measureLists(url: string, members: MemberHeaders): Promise<number> {
  const [headers = {}] = members
  const lua = `
${buildLuaHeaders([headers])}
request = function() return wrk.format("GET", "/api/join-requests", headers[1]) end`
  const statement = inlineParameters(prepareList({ box: 'received', state: 'all' }, LIST_ROWS), {
    memberId: benchMemberIdSql('1'),
    at: `'${LIST_STARTS.all.at}'`,
    id: `'${LIST_STARTS.all.id}'`,
  })
  const script = [buildSessionStatements([headers])[0], `${statement};`].join('\n')
  await runWrk(url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    'pgbench, list': async () => runPgbench(script, { databaseUrl: DATABASE_URL }),
    'list over HTTP': async () => runWrk(url, { lua }),
  })
  return rates['list over HTTP'] / rates['pgbench, list']
}

/** Each round starts without requests: a member asks ten times a day at most. */
async function measureCreations(
  { pool }: Database,
  url: string,
  members: MemberHeaders,
): Promise<number> {
  const reset = () => pool.query('truncate join_requests, events')
  const lua = buildCreationLua(members)
  const script = buildCreationScript(members)
  await reset()
  await runWrk(url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    'pgbench, create': async () => {
      await reset()
      return runPgbench(script, { databaseUrl: DATABASE_URL })
    },
    'create over HTTP': async () => {
      await reset()
      return runWrk(url, { lua })
    },
  })
  return rates['create over HTTP'] / rates['pgbench, create']
}

/** The members take turns, and ask for another role each time. */
function buildCreationLua(members: MemberHeaders): string {
  return `
${buildLuaHeaders(members, { 'content-type': 'application/json' })}
local count = 0
request = function()
  local nth = 1 + count % #headers
  local role = 1 + (nth * 13 + math.floor(count / #headers)) % ${ROLE_COUNT}
  count = count + 1
  local body = '{"note":"${NOTE}","hours":6,"tempId":"temp-benchmark-' .. count .. '"}'
  return wrk.format("POST", string.format("/api/roles/01900000-0000-7000-b000-%012x/join-requests", role), headers[nth], body)
end`
}

function buildCreationScript(members: MemberHeaders): string {
  const parameters = {
    roleId: roleIdSql(':role'),
    senderId: benchMemberIdSql(':member'),
    personId: benchMemberIdSql(':member'),
    note: `'${NOTE}'`,
    hours: '6',
    tempId: `('temp-' || gen_random_uuid())`,
    tempDigest: `'\\x00'::bytea`,
    dailyMax: String(REQUESTS_PER_DAY),
  }
  const cookies = members.map(({ cookie = '' }) => cookie)
  return [
    `\\set nth random(1, ${BENCH_MEMBER_COUNT})`,
    `\\set member random(1, ${MEMBER_COUNT})`,
    `\\set role random(1, ${ROLE_COUNT})`,
    `${buildNthSessionStatement(cookies)};`,
    `${inlineParameters(createStatement, parameters as unknown as NewJoinRequest)};`,
  ].join('\n')
}

/** Answers in turn with talks, an acceptance and a refusal; returns the 99th percentile in milliseconds. */
async function measureAnswers(
  { pool }: Database,
  url: string,
  [headers = {}]: MemberHeaders,
): Promise<number> {
  await pool.query('truncate join_requests, events')
  const ids = await loadOpenRequests(pool, { count: ANSWER_COUNT, isDue: false })
  const milliseconds: number[] = []
  const answerNext = async (): Promise<void> => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const answer = ['talk', 'accept', 'decline'][ids.length % 3]
      const started = performance.now()
      const reply = await fetch(`${url}/api/join-requests/${id}/answer`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ answer, message: 'Hello' }),
      })
      const body = await reply.text()
      if (!reply.ok) throw new Error(`answer: ${reply.status} ${body}`)
      milliseconds.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: ANSWERS_AT_ONCE }, answerNext))
  return percentile(milliseconds, 0.99)
}

/** How many due requests the clock ends in a second. */
async function measureEnds(db: Database): Promise<number> {
  await db.pool.query('truncate join_requests, events')
  await loadOpenRequests(db.pool, { count: DUE_COUNT, isDue: true })
  const started = performance.now()
  while (await db.transaction().execute((tx) => runClock(tx)));
  return DUE_COUNT / ((performance.now() - started) / 1_000)
}
