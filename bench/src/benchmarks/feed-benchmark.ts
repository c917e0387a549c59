import { encodePostCursor } from '@dolph/api/features/posts/feed/post-cursor'
import type { FeedQuery } from '@dolph/api/features/posts/feed/feed-query'
import { buildFeedParameters } from '@dolph/api/features/posts/feed/feed-parameters'
import { getLowestPostIdAt } from '@dolph/api/features/posts/post-ids'
import { getFeedStatement } from '@dolph/api/features/posts/queries'
import { startApi } from '../api-server.ts'
import { buildLuaHeaders, signInBenchMembers } from '../bench-members.ts'
import { readPostTimeRange } from '../database.ts'
import { writeTemporaryFile, runPgbench, startServer, runWrk } from '../benchmark-tools.ts'
import { inlineParameters, lowestIdSql } from '../pgbench-sql.ts'
import { isShort } from '../is-short.ts'
import { printSummary, measureRounds } from '../measure-rounds.ts'

const HOUR_MS = 3_600_000
const CURSOR_COUNT = 200_000
const WARM_UP_SECONDS = isShort ? 2 : 10
const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' }
export const NEWEST_POSTS_QUERY: FeedQuery = {
  q: null,
  scope: 'text',
  type: null,
  sort: 'recent',
  since: null,
  author: null,
  before: null,
  viewerId: null,
  count: 21,
}
const HELLO_SERVER_ENTRY = new URL('../hello-server.ts', import.meta.url).pathname
const COPY_SERVER_ENTRY = new URL('../copy-server.ts', import.meta.url).pathname
/** Where no Redis answers: an API without it looks up the session of every request. */
const NO_REDIS_URL = 'redis://127.0.0.1:1/0'

/**
 * Compares the feed with PostgreSQL running the same statement, with a minimal Fastify server, and with one that sends the same bytes and
 * headers. The first page of members is compared with how it was read before it was shared: with a query for the session and one for the
 * page of this member, which a page with a cursor still is.
 */
export async function benchmarkFeed(): Promise<void> {
  const { first, last } = await readPostTimeRange()
  await using hello = await startServer(HELLO_SERVER_ENTRY, {})
  await using api = await startApi()
  await using apiAsBefore = await startApi({ REDIS_URL: NO_REDIS_URL })
  const browse = `${api.url}/api/posts/browse`
  await using copy = await startServer(COPY_SERVER_ENTRY, { COPIED_PAGE: browse })
  const headers = buildLuaHeaders(await signInBenchMembers(api.url))
  const memberPage = buildMemberScript(headers, '/api/posts/browse')
  const cursor = encodePostCursor({ _id: getLowestPostIdAt(last + HOUR_MS), likes: null })
  const memberPageAsBefore = buildMemberScript(headers, `/api/posts/browse?cursor=${cursor}`)
  const randomPages = await buildRandomPagesScript(first, last)
  const firstPage = getFeedStatement(NEWEST_POSTS_QUERY)
  const deepPage = getFeedStatement({ ...NEWEST_POSTS_QUERY, before: { _id: '', likes: null } })

  // The warm-up lets the JIT compile the hot code, as in a server that has been running for a while.
  await runWrk(browse, { lua: randomPages, seconds: WARM_UP_SECONDS })
  await runWrk(browse, { headers: BROWSER_HEADERS, seconds: WARM_UP_SECONDS })
  await runWrk(`${hello.url}/healthz`, { seconds: WARM_UP_SECONDS })
  await runWrk(`${copy.url}/page`, { headers: BROWSER_HEADERS, seconds: WARM_UP_SECONDS })
  await runWrk(api.url, { lua: memberPage, seconds: WARM_UP_SECONDS })
  await runWrk(apiAsBefore.url, { lua: memberPageAsBefore, seconds: WARM_UP_SECONDS })

  const rates = await measureRounds({
    'pgbench, first page': () => runPgbench(`${firstPage.sql};`),
    'pgbench, any page': () =>
      runPgbench(
        `\\set at random(${first}, ${last})\n${inlineParameters(deepPage, { ...buildFeedParameters(NEWEST_POSTS_QUERY), beforeId: lowestIdSql(':at') })};`,
      ),
    'fastify hello': () => runWrk(`${hello.url}/healthz`),
    'browse, any page': () => runWrk(browse, { lua: randomPages }),
    'browse, first page, uncompressed': () => runWrk(browse),
    'browse, first page, compressed': () => runWrk(browse, { headers: BROWSER_HEADERS }),
    'copy of the first page': () => runWrk(`${copy.url}/page`, { headers: BROWSER_HEADERS }),
    'member, first page': () => runWrk(api.url, { lua: memberPage }),
    'member, first page as before': () => runWrk(apiAsBefore.url, { lua: memberPageAsBefore }),
  })
  printSummary({
    'uncached/pgbench': rates['browse, any page'] / rates['pgbench, any page'],
    'cached/hello': rates['browse, first page, compressed'] / rates['fastify hello'],
    'cached/copy': rates['browse, first page, compressed'] / rates['copy of the first page'],
    'member/before': rates['member, first page'] / rates['member, first page as before'],
    'deep/first': rates['pgbench, any page'] / rates['pgbench, first page'],
  })
}

/** A wrk script that requests a page as random members. */
function buildMemberScript(headers: string, path: string): string {
  return `
${headers}
request = function() return wrk.format("GET", "${path}", headers[math.random(#headers)]) end`
}

/** A wrk script that requests random pages of the whole feed, so that hardly two requests share a cache entry. */
async function buildRandomPagesScript(first: number, last: number): Promise<string> {
  const cursors = Array.from({ length: CURSOR_COUNT }, () => {
    const ms = Math.floor(first + Math.random() * (last - first))
    return encodePostCursor({ _id: getLowestPostIdAt(ms), likes: null })
  })
  const file = await writeTemporaryFile('cursors.txt', cursors.join('\n'))
  return `
local cursors = {}
for line in io.lines("${file}") do cursors[#cursors + 1] = line end
request = function() return wrk.format("GET", "/api/posts/browse?cursor=" .. cursors[math.random(#cursors)]) end`
}
