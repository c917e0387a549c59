import { mkdtemp, readFile, rm } from 'node:fs/promises'
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
const SAMPLE_POSTS = 500
/** What a version may lose. A call that differs by more between two runs of one version is undecided. */
const TOLERANCE = 0.03

/**
 * Compares this version with an earlier one, call by call, in alternating rounds. Three processes run at once, each on a database
 * of its own with the same posts: the earlier version twice, which shows the noise of the machine, and this one. The commit is the
 * argument of `--from`; by default the newest tag, or the commit before. Calls that are named after `versions` are the only ones
 * measured.
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
    await using again = await startVersion(folder, 'again')
    await using after = await startVersion(REPOSITORY, 'after')
    const ratios: Record<string, number> = {}
    const calls = positionals.length > 1 ? positionals.slice(1) : Object.keys(before.calls)
    for (const call of calls) {
      const measure = (version: typeof before) => () =>
        runWrk(version.url, { lua: version.calls[call] ?? '' })
      for (const version of [before, again, after]) {
        await runWrk(version.url, { lua: version.calls[call] ?? '', seconds: WARM_UP_SECONDS })
      }
      const rates = await measureRounds({
        before: measure(before),
        again: measure(again),
        after: measure(after),
      })
      const [ratio, noise] = [rates.after / rates.before, rates.again / rates.before]
      printLine(
        `${call}: ${judge(ratio, noise)} (after ${ratio.toFixed(2)}, again ${noise.toFixed(2)})`,
      )
      ratios[call] = ratio
    }
    printSummary(ratios)
  } finally {
    await rm(join(folder, '..'), { recursive: true })
  }
}

function judge(ratio: number, noise: number): string {
  if (Math.abs(1 - noise) > TOLERANCE) return 'undecided'
  return ratio >= 1 - TOLERANCE ? 'no slower' : 'slower'
}

/** Starts a version on a new database with its own migrations. */
async function startVersion(folder: string, name: string) {
  const database = `${BENCH_DATABASE_URL}_${name}`
  await recreateDatabase(database)
  const env = { ...API_ENV, DATABASE_URL: database }
  await runPackageScript(folder, 'db:migrate', env)
  const api = await startApi(env, join(folder, 'api/src/main.ts'))
  const members = await signInBenchMembers(api.url, database)
  await publishSamples(api.url, members)
  return { ...api, calls: await buildCalls(database, members) }
}

/** Runs a script of a version's API by its name: its file has another path in earlier versions. */
async function runPackageScript(folder: string, script: string, env: Record<string, string>) {
  const { scripts } = JSON.parse(await readFile(join(folder, 'api/package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [, file, ...args] = scripts[script]?.split(' ') ?? []
  if (file === undefined) throw new Error(`The API in ${folder} has no script ${script}`)
  await runScript(folder, join('api', file), env, args)
}

/** Publishes the same posts in every version, over HTTP: their sample data differ, and so do the columns of their tables. */
async function publishSamples(url: string, members: Record<string, string>[]): Promise<void> {
  for (const [nth, headers] of members.slice(0, SAMPLE_POSTS).entries()) {
    const reply = await fetch(`${url}/api/posts`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: buildDraft(`Tide clock ${nth}`),
    })
    if (!reply.ok) throw new Error(`A sample post was answered ${reply.status}`)
  }
}

function buildDraft(title: string): string {
  return JSON.stringify({ title, type: 'showcase', body: 'A tide clock. '.repeat(30) })
}

/** A wrk script per call. */
async function buildCalls(
  database: string,
  members: Record<string, string>[],
): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const posts = await client.query<{ id: string }>('select id from posts')
  const peers = await client.query<{ id: string }>(
    `select ${benchMemberIdSql('nth')} as id from generate_series(1, ${BENCH_MEMBER_COUNT}) as nth`,
  )
  await client.end()
  const headers = buildLuaHeaders(members)
  const jsonHeaders = buildLuaHeaders(members, { 'content-type': 'application/json' })
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
  return wrk.format("POST", "/api/posts", headers[math.random(#headers)], '${buildDraft('Tide')}')
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
