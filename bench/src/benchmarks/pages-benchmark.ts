import pg from 'pg'
import { APP_ORIGIN, startApi } from '../api-server.ts'
import { runWrk, startServer } from '../benchmark-tools.ts'
import { BENCH_DATABASE_URL } from '../database.ts'
import { measureRounds, printSummary } from '../measure-rounds.ts'
import { percentile } from '../percentile.ts'
import { printLine } from '../print-line.ts'

const HELLO_SERVER_ENTRY = new URL('../hello-server.ts', import.meta.url).pathname
const COPY_SERVER_ENTRY = new URL('../copy-server.ts', import.meta.url).pathname
const BROWSER_HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }
const WARM_UP_SECONDS = 5
const POSTS = 400
/** The first cards start the process that draws them, and let its code be compiled. */
const WARM_UP_CARDS = 10

/**
 * Compares a public page and a badge, both from memory, with a minimal Fastify server, and with one that sends the same bytes and
 * headers. Then draws cards of as many posts, and measures the event loop of the API process while pages and cards are rendered.
 */
export async function benchmarkPages(): Promise<void> {
  const posts = await selectNewestPostIds()
  const [first] = posts
  if (!first) throw new Error('The bench database is empty: run pnpm bench:load first')
  await using hello = await startServer(HELLO_SERVER_ENTRY, {})
  await using api = await startApi()
  const page = await findPageUrl(api.url, first)
  const badge = `${api.url}/badge/${first}.svg`
  await checkPage(page)
  await using copy = await startServer(COPY_SERVER_ENTRY, {
    COPIED_PAGE: page,
    COPIED_BADGE: badge,
  })

  const candidates = {
    'fastify hello': (seconds?: number) => runWrk(`${hello.url}/healthz`, { seconds }),
    'public page': (seconds?: number) => runWrk(page, { headers: BROWSER_HEADERS, seconds }),
    'copy of the page': (seconds?: number) =>
      runWrk(`${copy.url}/page`, { headers: BROWSER_HEADERS, seconds }),
    badge: (seconds?: number) => runWrk(badge, { seconds }),
    'copy of the badge': (seconds?: number) => runWrk(`${copy.url}/badge`, { seconds }),
  }
  for (const run of Object.values(candidates)) await run(WARM_UP_SECONDS)
  const rates = await measureRounds(candidates)

  printSummary({
    'page/copy': rates['public page'] / rates['copy of the page'],
    'badge/copy': rates.badge / rates['copy of the badge'],
  })

  const half = Math.ceil(posts.length / 2)
  const cardTimes = await drawCards(api.url, posts.slice(0, half))
  printLine(
    `card: median ${percentile(cardTimes, 0.5).toFixed(0)} ms, p95 ${percentile(cardTimes, 0.95).toFixed(0)} ms`,
  )

  await readLoopLagMs(api.url)
  const others = posts.slice(half)
  await Promise.all([renderPages(api.url, others), drawCards(api.url, others)])
  printSummary({
    'page/hello': rates['public page'] / rates['fastify hello'],
    'badge/hello': rates.badge / rates['fastify hello'],
    card: percentile(cardTimes, 0.95),
    'loop-p99': await readLoopLagMs(api.url),
  })
}

async function selectNewestPostIds(): Promise<string[]> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select id from posts where hidden_at is null order by id desc limit ${POSTS}`,
  )
  await client.end()
  return rows.map(({ id }) => id)
}

/** The server leads to the page with the title in its path. */
async function findPageUrl(url: string, id: string): Promise<string> {
  return (await fetch(`${url}/p/${id}`, { headers: BROWSER_HEADERS })).url
}

/** Without the built web app, another document would be measured. */
async function checkPage(url: string): Promise<void> {
  const reply = await fetch(url, { headers: BROWSER_HEADERS })
  const html = await reply.text()
  if (!reply.ok || !html.includes(`href="${APP_ORIGIN}/p/`))
    throw new Error(`${url} is not the public page of a post: run pnpm build first`)
}

/** The times of drawing one card after the other, each of another post; not of the first few, nor of posts that have no card. */
async function drawCards(url: string, ids: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const id of ids) {
    // Any other name leads to the current one.
    const outdated = await fetch(`${url}/cards/${id}/old.png`, { redirect: 'manual' })
    const path = outdated.headers.get('location') ?? ''
    if (!path.startsWith('/cards/')) continue
    const start = performance.now()
    const reply = await fetch(url + path, { redirect: 'manual' })
    await reply.arrayBuffer()
    if (reply.status === 200) times.push(performance.now() - start)
  }
  return times.slice(Math.min(WARM_UP_CARDS, Math.floor(times.length / 2)))
}

async function renderPages(url: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const reply = await fetch(`${url}/p/${id}`, { headers: BROWSER_HEADERS })
    await reply.arrayBuffer()
  }
}

/** The 99th percentile since the last call. */
async function readLoopLagMs(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]) * 1000
}
