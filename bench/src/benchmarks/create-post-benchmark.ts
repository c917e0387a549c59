import { insertPostStatement, type NewPost } from '@dolph/api/features/posts/mutations'
import { buildSearchEntry } from '@dolph/api/features/posts/search/terms'
import { getLowestPostIdAt } from '@dolph/api/features/posts/post-ids'
import { startApi } from '../api-server.ts'
import { writeTemporaryFile, runPgbench, runWrk } from '../benchmark-tools.ts'
import { inlineParameters } from '../pgbench-sql.ts'
import { createRandomSource } from '../load/random-source.ts'
import { createTextSource } from '../load/text-source.ts'
import {
  BENCH_MEMBER_COUNT,
  benchMemberIdSql,
  buildLuaHeaders,
  signInBenchMembers,
} from '../bench-members.ts'
import { printSummary, measureRounds } from '../measure-rounds.ts'

const WARM_UP_SECONDS = 10
const DRAFT_COUNT = 40

/** Compares creating posts over HTTP with PostgreSQL running the same statement with the same texts. */
export async function benchmarkCreatePost(): Promise<void> {
  await using api = await startApi()
  const members = await signInBenchMembers(api.url)
  const drafts = generateDrafts()
  const bodies = await writeTemporaryFile(
    'drafts.txt',
    drafts.map((draft) => JSON.stringify(draft)).join('\n'),
  )
  const lua = `
local drafts = {}
for line in io.lines("${bodies}") do drafts[#drafts + 1] = line end
${buildLuaHeaders(members, { 'content-type': 'application/json' })}
request = function()
  return wrk.format("POST", "/api/posts", headers[math.random(#headers)], drafts[math.random(#drafts)])
end`
  const { scripts, variables } = buildCreatePostScripts(drafts)

  await runWrk(api.url, { lua, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    pgbench: () => runPgbench(scripts, { variables }),
    'create over HTTP': () => runWrk(api.url, { lua }),
  })
  printSummary({ 'create/pgbench': rates['create over HTTP'] / rates.pgbench })
}

function generateDrafts() {
  const text = createTextSource(createRandomSource(Date.now()))
  return Array.from({ length: DRAFT_COUNT }, () => ({
    title: text.words(5).slice(0, 100).trimEnd(),
    type: 'showcase' as const,
    body: text.words(95).slice(0, 5000).trimEnd(),
  }))
}

/** One pgbench script per draft; texts are bound as parameters, as the API does. */
function buildCreatePostScripts(drafts: ReturnType<typeof generateDrafts>) {
  const variables: Record<string, string> = { type: 'showcase' }
  const scripts = drafts.map(({ title, body }, index) => {
    const id = getLowestPostIdAt(Date.now())
    const { author, folded, terms } = buildSearchEntry({
      id,
      title,
      body,
      username: `bench_${index}`,
    })
    const values = { title, body, author, folded, terms: `{${terms.join()}}` }
    for (const [name, value] of Object.entries(values)) variables[`${name}${index}`] = value
    const parameters: Record<keyof NewPost, string> = {
      authorId: benchMemberIdSql(':nth'),
      type: ':type',
      title: `:title${index}`,
      body: `:body${index}`,
      github: "''",
      demo: "''",
      projectUrl: "''",
      tempId: 'null',
      tempDigest: 'null',
      coverKey: 'null',
      coverAlt: 'null',
      author: `:author${index}`,
      folded: `:folded${index}`,
      terms: `:terms${index}`,
    }
    const statement = inlineParameters(insertPostStatement, parameters as unknown as NewPost)
    return `\\set nth random(1, ${BENCH_MEMBER_COUNT})\n${statement};`
  })
  return { scripts, variables }
}
