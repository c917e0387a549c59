import { startChromium } from './chromium.ts'
import { measure, medians, SCORES, shortcomings } from './page-figures.ts'
import { ORIGIN } from './ports.ts'
import { startWorld } from './start-world.ts'

/** Measures public pages of the built product as a phone on a slow network meets them: `pnpm lighthouse`. */
const PAGES = ['/', '/about', '/help', '/browse']
const RUNS = 3

await using chromium = await startChromium()
await using _world = await startWorld()

const table: Record<string, object> = {}
const summary: string[] = []
const missed: string[] = []
for (const path of PAGES) {
  const runs = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(ORIGIN + path, chromium.port))
  const { figures, found } = medians(runs)
  table[path] = figures
  summary.push(`${path}=${SCORES.map((name) => figures[name]).join('/')}`)
  missed.push(...shortcomings(path, figures), ...found.map((title) => `${path}: ${title}`))
}

// oxlint-disable-next-line no-console -- A table is for people, on their screen.
console.table(table)
for (const line of missed) process.stdout.write(`${line}\n`)
process.stdout.write(`lighthouse ${summary.join(' ')}\n`)
process.exitCode = missed.length > 0 ? 1 : 0
