import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { candidateStatement } from '@dolph/api/features/people/candidates'
import { LIST_START } from '@dolph/api/features/roles/browse/build-role-page-query'
import { readMemberRolePage } from '@dolph/api/features/roles/browse/role-page'
import {
  getRolePageStatement,
  type RolePageQuery,
} from '@dolph/api/features/roles/browse/role-page-query'
import { encodeTimeCursor } from '@dolph/api/platform/http/time-cursor'
import { startApi } from '../api-server.ts'
import {
  BENCH_MEMBER_COUNT,
  benchMemberIdSql,
  buildLuaHeaders,
  buildNthSessionStatement,
  signInBenchMembers,
} from '../bench-members.ts'
import { runPgbench, runWrk } from '../benchmark-tools.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { COMMON_SKILL, loadRoles, RARE_SKILLS } from '../load/load-roles.ts'
import { measureRounds, printSummary } from '../measure-rounds.ts'
import { inlineParameters } from '../pgbench-sql.ts'
import { percentile } from '../percentile.ts'
import { printLine } from '../print-line.ts'

const ROLES = 100_000
const SMALL_ROLES = 10_000
const DATABASE_URL = `${BENCH_DATABASE_URL}_roles`
const SMALL_DATABASE_URL = `${BENCH_DATABASE_URL}_roles_small`
const WARM_UP_SECONDS = 3
const RUNS = 200
/** A page starts at the end of one of these days. */
const DAYS = 28

interface Page {
  /** Lua for the query string, with the number `nth` of the member and the cursor `cursor` of a day. */
  lua: string
  /** The parameters as SQL of pgbench, in which `:day` and `:nth` are random. */
  parameters: Partial<Record<keyof RolePageQuery, string>>
  filter: (nth: number) => Record<string, string>
}

const anyDay = { beforeOn: '(current_date - :day::int)', beforeId: `'${LIST_START.beforeId}'` }
const PAGES: Record<string, Page> = {
  'first page': { lua: '"?limit=20"', parameters: {}, filter: () => ({}) },
  'any page': { lua: '"?cursor=" .. cursor', parameters: anyDay, filter: () => ({}) },
  'common skill': {
    lua: `"?skill=${COMMON_SKILL}&cursor=" .. cursor`,
    parameters: { ...anyDay, term: termSql('skill', `'${COMMON_SKILL}'`) },
    filter: () => ({ skill: COMMON_SKILL }),
  },
  'rare skill': {
    lua: `"?skill=s" .. nth % ${RARE_SKILLS}`,
    parameters: { term: termSql('skill', `'s' || :nth::int % ${RARE_SKILLS}`) },
    filter: (nth) => ({ skill: `s${nth % RARE_SKILLS}` }),
  },
  'topic, hours and reward': {
    lua: '"?topic=games&hours=6&reward=equity&cursor=" .. cursor',
    parameters: { ...anyDay, term: termSql('topic', `'games'`), hours: '6', reward: `'equity'` },
    filter: () => ({ topic: 'games', hours: '6', reward: 'equity' }),
  },
}

/** Without a colon in the text: pgbench would read the word after it as a variable. */
function termSql(kind: 'skill' | 'topic', nameSql: string): string {
  return `('${kind}' || chr(58) || ${nameSql})`
}

/** Compares pages of roles for members with PostgreSQL running the same statements, and 100,000 open roles with 10,000. */
export async function benchmarkRoles(): Promise<void> {
  for (const [url, roles] of [
    [DATABASE_URL, ROLES],
    [SMALL_DATABASE_URL, SMALL_ROLES],
  ] as const) {
    await recreateDatabase(url)
    await using db = openDatabase(url, { statementTimeoutMs: 0 })
    await migrateDatabase(db)
    await loadRoles(db, roles)
    printLine(`loaded ${roles} open roles`)
  }
  const growth = await measureGrowth()
  await using api = await startApi({ DATABASE_URL })
  const members = await signInBenchMembers(api.url, DATABASE_URL)
  const scripts = Object.entries(PAGES).map(
    ([name, page]) => [name, buildLua(page, members), buildScript(page, members)] as const,
  )
  for (const [, lua] of scripts) await runWrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds(
    Object.fromEntries(
      scripts.flatMap(([name, lua, script]) => [
        [`pgbench, ${name}`, async () => runPgbench(script, { databaseUrl: DATABASE_URL })],
        [`HTTP, ${name}`, async () => runWrk(api.url, { lua })],
      ]),
    ),
  )
  const ratios = Object.keys(PAGES).map((name) => {
    const ratio = (rates[`HTTP, ${name}`] ?? 0) / (rates[`pgbench, ${name}`] ?? 1)
    printLine(`${name.padEnd(26)} ${ratio.toFixed(2)} of pgbench`)
    return ratio
  })
  printSummary({ 'roles/pgbench': Math.min(...ratios), growth })
}

/** The highest ratio of the median times of a page in the large and in the small database. */
async function measureGrowth(): Promise<number> {
  await using small = openDatabase(SMALL_DATABASE_URL)
  await using large = openDatabase(DATABASE_URL)
  const { rows } = await large.pool.query<{ id: string }>(
    `select ${benchMemberIdSql('nth')} as id from generate_series(1, ${RUNS}) as nth`,
  )
  let highest = 0
  for (const [name, { filter, parameters }] of Object.entries(PAGES)) {
    const times = { small: [] as number[], large: [] as number[] }
    for (const [nth, { id }] of rows.entries()) {
      const cursor = parameters.beforeOn === undefined ? {} : { cursor: buildCursor(nth % DAYS) }
      const query = { ...filter(nth), ...cursor, limit: 20 }
      for (const [size, db] of Object.entries({ small, large }) as [
        'small' | 'large',
        typeof small,
      ][]) {
        const started = performance.now()
        await readMemberRolePage(db, query, id)
        times[size].push(performance.now() - started)
      }
    }
    const [before, after] = [percentile(times.small, 0.5), percentile(times.large, 0.5)]
    printLine(`${name.padEnd(26)} ${before.toFixed(2)} ms to ${after.toFixed(2)} ms`)
    highest = Math.max(highest, after / before)
  }
  return highest
}

function buildCursor(daysAgo: number): string {
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  return encodeTimeCursor({ at: `${at.slice(0, 10)}T00:00:00.000Z`, id: LIST_START.beforeId })
}

type MemberHeaders = Record<string, string>[]

function buildLua({ lua }: Page, members: MemberHeaders): string {
  const cursors = Array.from({ length: DAYS }, (_, day) => `"${buildCursor(day)}"`)
  return `
${buildLuaHeaders(members)}
local cursors = {${cursors.join()}}
request = function()
  local nth = math.random(#headers)
  local cursor = cursors[math.random(#cursors)]
  return wrk.format("GET", "/api/roles" .. ${lua}, headers[nth])
end`
}

/** The statements of a page: session, roles and what the member offers. */
function buildScript({ parameters }: Page, members: MemberHeaders): string {
  const none = {
    topic: 'null',
    reward: 'null',
    hours: 'null',
    near: 'null',
    roleTerm: 'null',
    withoutSkills: 'null',
  }
  const start = { beforeOn: `'${LIST_START.beforeOn}'`, beforeId: `'${LIST_START.beforeId}'` }
  const viewerId = benchMemberIdSql(':nth')
  const values = { ...none, ...start, term: null, terms: null, viewerId, count: 21, ...parameters }
  const query = values as unknown as RolePageQuery
  const cookies = members.map(({ cookie = '' }) => cookie)
  return [
    `\\set nth random(1, ${BENCH_MEMBER_COUNT})`,
    `\\set day random(0, ${DAYS - 1})`,
    `${buildNthSessionStatement(cookies)};`,
    `${inlineParameters(getRolePageStatement(query), query)};`,
    `${inlineParameters(candidateStatement, { memberId: viewerId })};`,
  ].join('\n')
}
