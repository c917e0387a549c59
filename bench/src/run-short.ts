import { BENCH_DATABASE_URL } from './database.ts'
import { loadSmallDatabase } from './load/load-small-database.ts'
import { runAll } from './run-all.ts'

const POSTS = 10_000
const MESSAGES = 50_000
const NAMES = ['feed', 'like', 'send', 'room']

/**
 * Runs the benchmarks of the hottest paths on a small database of their own, which it loads. They are too short for figures to compare, and
 * long enough to find a request that fails under load: the exit code is 1 then.
 */
export async function runShort(): Promise<void> {
  const database = `${BENCH_DATABASE_URL}_short`
  await loadSmallDatabase(database, { posts: POSTS, messages: MESSAGES })
  await runAll(NAMES, { BENCH_DATABASE_URL: database, BENCH_SHORT: '1' })
}
