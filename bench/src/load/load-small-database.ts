import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const LOAD_SCRIPT = new URL('main.ts', import.meta.url).pathname

/** Loads a database other than the bench database; it is dropped first. */
export async function loadSmallDatabase(
  url: string,
  { posts, messages }: { posts: number; messages: number },
): Promise<void> {
  const counts = ['--posts', String(posts), '--messages', String(messages)]
  const env = { ...process.env, BENCH_DATABASE_URL: url }
  await promisify(execFile)(process.execPath, [LOAD_SCRIPT, ...counts], { env })
}
