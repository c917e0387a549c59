import { likeStatement } from '@dolph/api/features/posts/likes'
import pg from 'pg'
import { startApi } from './api.ts'
import { BENCH_DATABASE, postedBetween } from './database.ts'
import { keep, pgbench, wrk } from './engines.ts'
import { fill, idAt } from './fill.ts'
import { BENCH_MEMBERS, benchMember, luaHeaders, signedIn } from './members.ts'
import { conclude, inRounds } from './rounds.ts'

const WARM_UP_SECONDS = 10
const POSTS = 100_000

/** Signed-in members toggle likes all over the place, beside PostgreSQL running the same statement. */
export async function like(): Promise<void> {
  const { first, last } = await postedBetween()
  await using api = await startApi()
  const members = await signedIn(api.url)
  const posts = await keep('posts.txt', (await somePosts()).join('\n'))
  const lua = `
local posts = {}
for line in io.lines("${posts}") do posts[#posts + 1] = line end
${luaHeaders(members)}
request = function()
  return wrk.format("POST", "/api/posts/" .. posts[math.random(#posts)] .. "/like", headers[math.random(#headers)])
end`
  const toggle = fill(likeStatement(undefined), {
    postId: `(select id from posts where id >= ${idAt(':at')} order by id limit 1)`,
    memberId: benchMember(':nth'),
  })
  const script = `\\set at random(${first}, ${last})\n\\set nth random(1, ${BENCH_MEMBERS})\n${toggle};`

  await wrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await inRounds({
    pgbench: () => pgbench(script),
    'like over HTTP': () => wrk(api.url, { lua }),
  })
  conclude({ 'like/pgbench': rates['like over HTTP'] / rates.pgbench })
}

async function somePosts(): Promise<string[]> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select id from posts order by random() limit $1',
    [POSTS],
  )
  await client.end()
  return rows.map(({ id }) => id)
}
