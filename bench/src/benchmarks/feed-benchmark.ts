import { encodePostCursor } from '@dolph/api/features/posts/feed/post-cursor'
import type { FeedQuery } from '@dolph/api/features/posts/feed/feed-query'
import { buildFeedParameters } from '@dolph/api/features/posts/feed/feed-parameters'
import { getLowestPostIdAt } from '@dolph/api/features/posts/post-ids'
import { getFeedStatement } from '@dolph/api/features/posts/queries'
import { startApi } from '../api-server.ts'
import { readPostTimeRange } from '../database.ts'
import { writeTemporaryFile, runPgbench, startServer, runWrk } from '../benchmark-tools.ts'
import { inlineParameters, lowestIdSql } from '../pgbench-sql.ts'
import { printSummary, measureRounds } from '../measure-rounds.ts'

const CURSOR_COUNT = 200_000
const WARM_UP_SECONDS = 10
const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' }
export const NEWEST_POSTS_QUERY: FeedQuery = {
  ...{ q: null, scope: 'text', type: null, sort: 'recent', since: null, author: null },
  ...{ before: null, viewerId: null, count: 21 },
}
const HELLO_SERVER_ENTRY = new URL('../hello-server.ts', import.meta.url).pathname

/** Compares the feed with PostgreSQL running the same statement and with a minimal Fastify server. */
export async function benchmarkFeed(): Promise<void> {
  const { first, last } = await readPostTimeRange()
  await using hello = await startServer(HELLO_SERVER_ENTRY, {})
  await using api = await startApi()
  const browse = `${api.url}/api/posts/browse`
  const randomPages = await buildRandomPagesScript(first, last)
  const firstPage = getFeedStatement(NEWEST_POSTS_QUERY)
  const deepPage = getFeedStatement({ ...NEWEST_POSTS_QUERY, before: { _id: '', likes: null } })

  // The warm-up lets the JIT compile the hot code, as in a server that has been running for a while.
  await runWrk(browse, { lua: randomPages, seconds: WARM_UP_SECONDS })
  await runWrk(browse, { headers: BROWSER_HEADERS, seconds: WARM_UP_SECONDS })
  await runWrk(`${hello.url}/healthz`, { seconds: WARM_UP_SECONDS })

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
  })
  printSummary({
    'uncached/pgbench': rates['browse, any page'] / rates['pgbench, any page'],
    'cached/hello': rates['browse, first page, compressed'] / rates['fastify hello'],
    'deep/first': rates['pgbench, any page'] / rates['pgbench, first page'],
  })
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
