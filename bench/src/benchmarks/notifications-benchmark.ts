import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { LIST_START, prepareList } from '@dolph/api/features/notifications/list/queries'
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
import { loadNotifications } from '../load/load-notifications.ts'
import { measureRounds, printSummary } from '../measure-rounds.ts'
import { inlineParameters } from '../pgbench-sql.ts'
import { printLine } from '../print-line.ts'

const DATABASE_URL = `${BENCH_DATABASE_URL}_notifications`
const DEFAULT_ROWS = 5_000_000
const WARM_UP_SECONDS = 5
const DRAIN_POLL_MS = 20
const RELAY_POLL_SECONDS = 1

/**
 * Compares the list of notifications over HTTP with PostgreSQL running the same statements, and comments that notify with
 * comments that notify nobody. `--rows` sets the size.
 */
export async function benchmarkNotifications(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { rows: { type: 'string' } },
  })
  await recreateDatabase(DATABASE_URL)
  await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const seconds = await loadNotifications(db, Number(values.rows ?? DEFAULT_ROWS))
  printLine(`loaded in ${seconds.toFixed(0)} s`)

  await using api = await startApi({ DATABASE_URL })
  const members = await signInBenchMembers(api.url, DATABASE_URL)
  const [list, own, others] = [
    buildListLua(members),
    buildCommentLua(members, 'nth'),
    buildCommentLua(members, '1 + (nth + math.random(#headers - 1) - 1) % #headers'),
  ]
  const script = buildListScript(members)
  for (const lua of [list, own]) await runWrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const lists = await measureRounds({
    'pgbench, list': async () => runPgbench(script, { databaseUrl: DATABASE_URL }),
    'list over HTTP': async () => runWrk(api.url, { lua: list }),
  })

  // The second process, whose worker delivers the events, runs in both cases.
  await using _worker = await startApi({ DATABASE_URL, ROLE: 'both' })
  await runWrk(api.url, { lua: others, seconds: WARM_UP_SECONDS })
  await waitForDelivery()
  const comments = await measureRounds({
    'comments that notify nobody': async () => runWrk(api.url, { lua: own }),
    'comments that notify': async () => {
      const started = performance.now()
      const rate = await runWrk(api.url, { lua: others })
      const wrkSeconds = (performance.now() - started) / 1_000
      // Work that is left to the relay belongs to this round; waiting for its next poll is no work.
      const lateSeconds = Math.max(0, (await waitForDelivery()) - RELAY_POLL_SECONDS)
      return (rate * wrkSeconds) / (wrkSeconds + lateSeconds)
    },
  })
  printSummary({
    'list/pgbench': lists['list over HTTP'] / lists['pgbench, list'],
    'comment/before': comments['comments that notify'] / comments['comments that notify nobody'],
  })

  /** Returns the seconds until no event is waiting. */
  async function waitForDelivery(): Promise<number> {
    const started = performance.now()
    while (await db.selectFrom('events').select('id').limit(1).executeTakeFirst()) {
      await wait(DRAIN_POLL_MS)
    }
    return (performance.now() - started) / 1_000
  }
}

type MemberHeaders = Record<string, string>[]

function buildListLua(members: MemberHeaders): string {
  return `
${buildLuaHeaders(members)}
request = function() return wrk.format("GET", "/api/notifications", headers[math.random(#headers)]) end`
}

/** Each member has one post, whose id ends like theirs; `target` says whose post a comment is on. */
function buildCommentLua(members: MemberHeaders, target: string): string {
  return `
${buildLuaHeaders(members, { 'content-type': 'application/json' })}
request = function()
  local nth = math.random(#headers)
  local target = ${target}
  local post = string.format("01900000-0000-7000-9000-%012x", target)
  local body = '{"postId":"' .. post .. '","parentId":null,"content":"A tide clock is what the kitchen wants."}'
  return wrk.format("POST", "/api/comments", headers[nth], body)
end`
}

function buildListScript(members: MemberHeaders): string {
  const cookies = members.map(({ cookie = '' }) => cookie)
  const statement = inlineParameters(prepareList(21), {
    memberId: benchMemberIdSql(':nth'),
    beforeAt: `'${LIST_START.at}'`,
    beforeId: `'${LIST_START.id}'`,
  })
  return [
    `\\set nth random(1, ${BENCH_MEMBER_COUNT})`,
    `${buildNthSessionStatement(cookies)};`,
    `${statement};`,
  ].join('\n')
}
