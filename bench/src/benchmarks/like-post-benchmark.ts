import { toggleLikeStatement } from '@dolph/api/features/posts/likes'
import pg from 'pg'
import { startApi } from '../api-server.ts'
import { BENCH_DATABASE_URL, readPostTimeRange } from '../database.ts'
import { writeTemporaryFile, runPgbench, runWrk } from '../benchmark-tools.ts'
import { inlineParameters, lowestIdSql } from '../pgbench-sql.ts'
import {
  BENCH_MEMBER_COUNT,
  benchMemberIdSql,
  buildLuaHeaders,
  signInBenchMembers,
} from '../bench-members.ts'
import { isShort } from '../is-short.ts'
import { printSummary, measureRounds } from '../measure-rounds.ts'

const WARM_UP_SECONDS = isShort ? 2 : 10
const POST_COUNT = 100_000

/** Compares toggling likes on random posts over HTTP with PostgreSQL running the same statement. */
export async function benchmarkLikePost(): Promise<void> {
  const { first, last } = await readPostTimeRange()
  await using api = await startApi()
  const members = await signInBenchMembers(api.url)
  const postIds = await samplePostIds()
  const [onePost = ''] = postIds
  const posts = await writeTemporaryFile('posts.txt', postIds.join('\n'))
  const lua = `
local posts = {}
for line in io.lines("${posts}") do posts[#posts + 1] = line end
${buildLuaHeaders(members)}
request = function()
  return wrk.format("POST", "/api/posts/" .. posts[math.random(#posts)] .. "/like", headers[math.random(#headers)])
end`
  const toggle = inlineParameters(toggleLikeStatement, {
    postId: `(select id from posts where id >= ${lowestIdSql(':at')} order by id limit 1)`,
    memberId: benchMemberIdSql(':nth'),
  })
  const script = `\\set at random(${first}, ${last})\n\\set nth random(1, ${BENCH_MEMBER_COUNT})\n${toggle};`

  const luaOfOnePost = `
${buildLuaHeaders(members, { 'content-type': 'application/json' })}
request = function()
  local body = math.random(2) == 1 and '{"liked":true}' or '{"liked":false}'
  return wrk.format("POST", "/api/posts/${onePost}/like", headers[math.random(#headers)], body)
end`

  await runWrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    pgbench: () => runPgbench(script),
    'like over HTTP': () => runWrk(api.url, { lua }),
    'all like one post': () => runWrk(api.url, { lua: luaOfOnePost }),
  })
  printSummary({
    'like/pgbench': rates['like over HTTP'] / rates.pgbench,
    'one-post/like': rates['all like one post'] / rates['like over HTTP'],
  })
}

async function samplePostIds(): Promise<string[]> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select id from posts order by random() limit $1',
    [POST_COUNT],
  )
  await client.end()
  return rows.map(({ id }) => id)
}
