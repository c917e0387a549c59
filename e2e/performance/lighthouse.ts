import { startChromium } from '../support/chromium.ts'
import {
  runLighthouse,
  computeMedians,
  SCORE_CATEGORIES,
  findMissedTargets,
} from './lighthouse-metrics.ts'
import { database } from '../support/members.ts'
import { ORIGIN } from '../support/ports.ts'
import { startAppServer } from '../support/start-app-server.ts'

/** Measures public pages of the built product on an emulated phone and slow network: `pnpm lighthouse`. */
const PAGES = ['/', '/about', '/help', '/browse', '/skills/typescript']
const RUNS = 3

await using chromium = await startChromium()
await using _appServer = await startAppServer()
await using _database = { [Symbol.asyncDispose]: async () => database.destroy() }

const table: Record<string, object> = {}
const summary: string[] = []
const missedTargets: string[] = []
for (const path of [...PAGES, await findPublicPage()]) {
  const runs = []
  for (let run = 0; run < RUNS; run += 1)
    runs.push(await runLighthouse(ORIGIN + path, chromium.port))
  const { metrics, failedAudits } = computeMedians(runs)
  table[path] = metrics
  summary.push(`${path}=${SCORE_CATEGORIES.map((name) => metrics[name]).join('/')}`)
  missedTargets.push(
    ...findMissedTargets(path, metrics),
    ...failedAudits.map((title) => `${path}: ${title}`),
  )
}

// oxlint-disable-next-line no-console -- The result of this command is a table on the terminal.
console.table(table)
for (const line of missedTargets) process.stdout.write(`${line}\n`)
process.stdout.write(`lighthouse ${summary.join(' ')}\n`)
process.exitCode = missedTargets.length > 0 ? 1 : 0

/** The public page of the newest project with a cover and pictures in its text. */
async function findPublicPage(): Promise<string> {
  const { id } = await database
    .selectFrom('posts')
    .select('id')
    .where('cover_key', 'is not', null)
    .where('body', 'like', '%/pictures/%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  // The server redirects to the address with the title.
  return new URL((await fetch(`${ORIGIN}/p/${id}`)).url).pathname
}
