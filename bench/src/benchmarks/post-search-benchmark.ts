import { openDatabase } from '@dolph/api/platform/db/database'
import { findPosts } from '@dolph/api/features/posts/search/find-posts'
import { BENCH_DATABASE_URL } from '../database.ts'
import { percentile } from '../percentile.ts'
import { printSummary } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'
import { buildSearchQueries } from '../search-queries.ts'

const RUNS = 100
const QUERY_VARIANTS = {
  newest: { sort: 'recent', type: null },
  'newest of a type': { sort: 'recent', type: 'looking-to-join' },
  'most liked': { sort: 'likes', type: null },
} as const

/** Runs sixty queries a hundred times in every variant and reports the slowest p99. */
export async function benchmarkPostSearch(): Promise<void> {
  await using db = openDatabase(BENCH_DATABASE_URL)
  let slowest = 0
  for (const { kind, scope, q } of buildSearchQueries()) {
    const columns: string[] = []
    for (const [name, variant] of Object.entries(QUERY_VARIANTS)) {
      const filter = { q, scope, ...variant, since: null, author: null }
      const query = { ...filter, before: null, viewerId: null, count: 21 }
      let posts = await findPosts(db, query)
      const durations: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const startedAt = performance.now()
        posts = await findPosts(db, query)
        durations.push(performance.now() - startedAt)
      }
      const p99 = percentile(durations, 0.99)
      slowest = Math.max(slowest, p99)
      const ms = [0.5, 0.99].map((quantile) => percentile(durations, quantile).toFixed(1))
      columns.push(`${name} ${ms[0]} / ${ms[1]} ms (${posts.length})`)
    }
    printLine(`${kind.padEnd(15)} ${q.padEnd(22)} ${columns.join('   ')}`)
  }
  printSummary({ p99: slowest })
}
