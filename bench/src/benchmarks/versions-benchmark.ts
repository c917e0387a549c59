import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { API_ENV, startApi } from '../api-server.ts'
import {
  BENCH_MEMBER_COUNT,
  benchMemberIdSql,
  buildLuaHeaders,
  signInBenchMembers,
} from '../bench-members.ts'
import { runWrk } from '../benchmark-tools.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { findPreviousVersion, installVersion, REPOSITORY, runScript } from '../previous-version.ts'
import { measureRounds, printSummary } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'

const WARM_UP_SECONDS = 5
const MIGRATE_SCRIPT = 'api/src/db/run-migrate.ts'
const SEED_SCRIPT = 'api/src/db/run-seed.ts'

/**
 * Compares this version with an earlier one, call by call, in alternating rounds: both run at once, each on a database of
 * its own with the sample data. The commit is the argument of `--from`; by default the newest tag, or the commit before. Calls
 * that are named after `versions` are the only ones measured.
 */
export async function benchmarkVersions(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' } },
  })
  const folder = join(await mkdtemp(join(tmpdir(), 'dolph-versions-')), 'before')
  try {
    const commit = await installVersion(values.from ?? (await findPreviousVersion()), folder)
    printLine(`before: ${commit}`)
    await using before = await startVersion(folder, 'before')
    await using after = await startVersion(REPOSITORY, 'after')
    const ratios: Record<string, number> = {}
    const calls = positionals.length > 1 ? positionals.slice(1) : Object.keys(before.calls)
    for (const call of calls) {
      const measure = (version: typeof before) => () =>
        runWrk(version.url, { lua: version.calls[call] ?? '' })
      for (const version of [before, after]) {
        await runWrk(version.url, { lua: version.calls[call] ?? '', seconds: WARM_UP_SECONDS })
      }
      const rates = await measureRounds({
        [`${call} before`]: measure(before),
        [`${call} after`]: measure(after),
      })
      ratios[call] = (rates[`${call} after`] ?? 0) / (rates[`${call} before`] ?? 1)
    }
    printSummary(ratios)
  } finally {
    await rm(join(folder, '..'), { recursive: true })
  }
}

/** Starts a version on a new database with its own migrations and sample data. */
async function startVersion(folder: string, name: string) {
  const database = `${BENCH_DATABASE_URL}_${name}`
  await recreateDatabase(database)
  const env = { ...API_ENV, DATABASE_URL: database }
  await runScript(folder, MIGRATE_SCRIPT, env)
  await runScript(folder, SEED_SCRIPT, env)
  const api = await startApi(env, join(folder, 'api/src/main.ts'))
  const members = await signInBenchMembers(api.url, database)
  return { ...api, calls: await buildCalls(database, members) }
}

/** A wrk script per call. */
async function buildCalls(
  database: string,
  members: Record<string, string>[],
): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const posts = await client.query<{ id: string }>('select id from posts limit 500')
  const peers = await client.query<{ id: string }>(
    `select ${benchMemberIdSql('nth')} as id from generate_series(1, ${BENCH_MEMBER_COUNT}) as nth`,
  )
  await client.end()
  const headers = buildLuaHeaders(members)
  const jsonHeaders = buildLuaHeaders(members, { 'content-type': 'application/json' })
  const draft = JSON.stringify({
    title: 'Tide',
    type: 'showcase',
    body: 'A tide clock. '.repeat(30),
  })
  return {
    feed: `${headers}
request = function()
  return wrk.format("GET", "/api/posts/browse", headers[math.random(#headers)])
end`,
    like: `${headers}
${buildLuaList('posts', posts.rows)}
request = function()
  return wrk.format("POST", "/api/posts/" .. posts[math.random(#posts)] .. "/like", headers[math.random(#headers)])
end`,
    create: `${jsonHeaders}
request = function()
  return wrk.format("POST", "/api/posts", headers[math.random(#headers)], '${draft}')
end`,
    // Every member writes to the next one.
    send: `${jsonHeaders}
${buildLuaList('peers', peers.rows)}
local count = 0
request = function()
  count = count + 1
  local nth = math.random(#headers - 1)
  local body = '{"recipientId":"' .. peers[nth + 1] .. '","content":"Hello","tempId":"temp-' .. os.time() .. '-' .. count .. '"}'
  return wrk.format("POST", "/api/messages", headers[nth], body)
end`,
  }
}

function buildLuaList(name: string, rows: { id: string }[]): string {
  return `local ${name} = {${rows.map(({ id }) => `"${id}"`).join(',')}}`
}
