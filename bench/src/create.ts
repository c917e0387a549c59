import { insertStatement, type NewPost } from '@dolph/api/features/posts/writes'
import { searchEntry } from '@dolph/api/features/posts/search/terms'
import { lowestIdAt } from '@dolph/api/features/posts/post-ids'
import { startApi } from './api.ts'
import { keep, pgbench, wrk } from './engines.ts'
import { fill } from './fill.ts'
import { randomSource } from './load/random.ts'
import { textSource } from './load/text.ts'
import { BENCH_MEMBERS, benchMember, luaHeaders, signedIn } from './members.ts'
import { conclude, inRounds } from './rounds.ts'

const WARM_UP_SECONDS = 10
const DRAFTS = 40

/** Signed-in members write posts, beside PostgreSQL running the same statement with the same texts. */
export async function create(): Promise<void> {
  await using api = await startApi()
  const members = await signedIn(api.url)
  const drafts = someDrafts()
  const bodies = await keep('drafts.txt', drafts.map((draft) => JSON.stringify(draft)).join('\n'))
  const lua = `
local drafts = {}
for line in io.lines("${bodies}") do drafts[#drafts + 1] = line end
${luaHeaders(members, { 'content-type': 'application/json' })}
request = function()
  return wrk.format("POST", "/api/posts", headers[math.random(#headers)], drafts[math.random(#drafts)])
end`
  const { scripts, variables } = forPgbench(drafts)

  await wrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await inRounds({
    pgbench: () => pgbench(scripts, variables),
    'create over HTTP': () => wrk(api.url, { lua }),
  })
  conclude({ 'create/pgbench': rates['create over HTTP'] / rates.pgbench })
}

function someDrafts() {
  const text = textSource(randomSource(Date.now()))
  return Array.from({ length: DRAFTS }, () => ({
    title: text.words(5).slice(0, 100).trimEnd(),
    type: 'showcase' as const,
    body: text.words(95).slice(0, 5000).trimEnd(),
  }))
}

/** Each draft is a script; its texts travel as values, as they do from the API. */
function forPgbench(drafts: ReturnType<typeof someDrafts>) {
  const variables: Record<string, string> = { type: 'showcase' }
  const scripts = drafts.map(({ title, body }, nth) => {
    const id = lowestIdAt(Date.now())
    const { author, folded, terms } = searchEntry({ id, title, body, username: `bench_${nth}` })
    const values = { title, body, author, folded, terms: `{${terms.join()}}` }
    for (const [name, value] of Object.entries(values)) variables[`${name}${nth}`] = value
    const places = {
      authorId: benchMember(':nth'),
      type: ':type',
      title: `:title${nth}`,
      body: `:body${nth}`,
      github: "''",
      demo: "''",
      projectUrl: "''",
      tempId: 'null',
      author: `:author${nth}`,
      folded: `:folded${nth}`,
      terms: `:terms${nth}`,
    }
    const statement = fill(insertStatement, places as unknown as NewPost)
    return `\\set nth random(1, ${BENCH_MEMBERS})\n${statement};`
  })
  return { scripts, variables }
}
