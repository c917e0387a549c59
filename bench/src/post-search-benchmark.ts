import { openDatabase } from '@dolph/api/db/database'
import { findPosts } from '@dolph/api/features/posts/search/find-posts'
import { BENCH_DATABASE_URL } from './database.ts'
import { percentile } from './percentile.ts'
import { printSummary } from './measure-rounds.ts'
import { printLine } from './print-line.ts'
import { buildSearchQueries } from './search-queries.ts'

const RUNS = 100
const QUERY_VARIANTS = {
  newest: { sort: 'recent', type: null },
  'newest of a type': { sort: 'recent', type: 'looking-to-join' },
  'most liked': { sort: 'likes', type: null },
} as const

/** Sixty words, each searched a hundred times in every way: which is the slowest? */
export async function benchmarkPostSearch(): Promise<void> {
  await using db = openDatabase(BENCH_DATABASE_URL)
  let slowest = 0
  for (const { kind, scope, q } of buildSearchQueries()) {
    const figures: string[] = []
    for (const [name, shape] of Object.entries(QUERY_VARIANTS)) {
      const filter = { q, scope, ...shape, since: null, author: null }
      const query = { ...filter, before: null, viewerId: null, count: 21 }
      let found = await findPosts(db, query)
      const took: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const started = performance.now()
        found = await findPosts(db, query)
        took.push(performance.now() - started)
      }
      const p99 = percentile(took, 0.99)
      slowest = Math.max(slowest, p99)
      const ms = [0.5, 0.99].map((share) => percentile(took, share).toFixed(1))
      figures.push(`${name} ${ms[0]} / ${ms[1]} ms (${found.length})`)
    }
    printLine(`${kind.padEnd(15)} ${q.padEnd(22)} ${figures.join('   ')}`)
  }
  printSummary({ p99: slowest })
}
