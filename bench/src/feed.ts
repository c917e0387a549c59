import { writeCursor } from '@dolph/api/features/posts/cursor'
import type { FeedQuery } from '@dolph/api/features/posts/feed-query'
import { feedValues } from '@dolph/api/features/posts/feed-values'
import { lowestIdAt } from '@dolph/api/features/posts/post-ids'
import { feedStatement } from '@dolph/api/features/posts/queries'
import { startApi } from './api.ts'
import { postedBetween } from './database.ts'
import { keep, pgbench, startServer, wrk } from './engines.ts'
import { fill, idAt } from './fill.ts'
import { conclude, inRounds } from './rounds.ts'

const CURSORS = 200_000
const WARM_UP_SECONDS = 10
const AS_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }
export const NEWEST: FeedQuery = {
  ...{ q: null, scope: 'text', type: null, sort: 'recent', since: null, author: null },
  ...{ before: null, viewerId: null, count: 21 },
}
const HELLO = new URL('hello.ts', import.meta.url).pathname

/** The feed beside the bare engines: PostgreSQL running the same statement, and a Fastify that says hello. */
export async function feed(): Promise<void> {
  const { first, last } = await postedBetween()
  await using hello = await startServer(HELLO, {})
  await using api = await startApi()
  const browse = `${api.url}/api/posts/browse`
  const anyPage = await randomPages(first, last)
  const firstPage = feedStatement(NEWEST)
  const deepPage = feedStatement({ ...NEWEST, before: { _id: '', likes: null } })

  // A server is measured as it runs all day: compiled, not as it starts.
  await wrk(browse, { lua: anyPage, seconds: WARM_UP_SECONDS })
  await wrk(browse, { headers: AS_A_BROWSER, seconds: WARM_UP_SECONDS })
  await wrk(`${hello.url}/healthz`, { seconds: WARM_UP_SECONDS })

  const rates = await inRounds({
    'pgbench, first page': () => pgbench(`${firstPage.sql};`),
    'pgbench, any page': () =>
      pgbench(
        `\\set at random(${first}, ${last})\n${fill(deepPage, { ...feedValues(NEWEST), beforeId: idAt(':at') })};`,
      ),
    'fastify hello': () => wrk(`${hello.url}/healthz`),
    'browse, any page': () => wrk(browse, { lua: anyPage }),
    'browse, first page, uncompressed': () => wrk(browse),
    'browse, first page, as a browser asks': () => wrk(browse, { headers: AS_A_BROWSER }),
  })
  conclude({
    'uncached/pgbench': rates['browse, any page'] / rates['pgbench, any page'],
    'cached/hello': rates['browse, first page, as a browser asks'] / rates['fastify hello'],
    'deep/first': rates['pgbench, any page'] / rates['pgbench, first page'],
  })
}

/** A wrk script that asks for a page somewhere in two years, so that hardly two requests share one. */
async function randomPages(first: number, last: number): Promise<string> {
  const cursors = Array.from({ length: CURSORS }, () => {
    const ms = Math.floor(first + Math.random() * (last - first))
    return writeCursor({ _id: lowestIdAt(ms), likes: null })
  })
  const file = await keep('cursors.txt', cursors.join('\n'))
  return `
local cursors = {}
for line in io.lines("${file}") do cursors[#cursors + 1] = line end
request = function() return wrk.format("GET", "/api/posts/browse?cursor=" .. cursors[math.random(#cursors)]) end`
}
