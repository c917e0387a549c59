import { type Database, openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { deletePostContent } from '@dolph/api/features/posts/deletion/delete-post-content'
import { deletePost } from '@dolph/api/features/posts/mutations'
import pg from 'pg'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { printSummary } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'

const LIKES = 2_000_000
const COMMENTS = 200_000
const DATABASE_URL = `${BENCH_DATABASE_URL}_deletion`

/** Deletes a post with millions of likes, under the statement timeout of the API, in a database of its own. */
export async function benchmarkDeletePost(): Promise<void> {
  await recreateDatabase(DATABASE_URL)
  const post = await loadPopularPost()
  await using db = openDatabase(DATABASE_URL)
  const answerMs = await timeCall(() => deletePost(db, post))
  printLine(`deleted for everybody in ${answerMs.toFixed(1)} ms`)
  const batches = await deleteContent(db)
  const [totalMs, longestMs] = [batches.reduce((sum, ms) => sum + ms, 0), Math.max(...batches)]
  const rate = Math.round((LIKES + COMMENTS) / (totalMs / 1_000))
  printLine(
    `${batches.length} transactions, the longest ${longestMs.toFixed(0)} ms, ${rate} rows/s`,
  )
  printSummary({ answer: answerMs, longest: longestMs, seconds: totalMs / 1_000 })
}

/** Returns how long each transaction took. */
async function deleteContent(db: Database): Promise<number[]> {
  const durations: number[] = []
  for (let hasMore = true; hasMore;) {
    const ms = await timeCall(async () => {
      hasMore = await db.transaction().execute((tx) => deletePostContent(tx))
    })
    if (hasMore) durations.push(ms)
  }
  return durations
}

async function timeCall(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await call()
  return performance.now() - started
}

async function loadPopularPost(): Promise<{ id: string; authorId: string }> {
  await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  printLine(`loading ${LIKES} likes and ${COMMENTS} comments`)
  await client.query(
    `insert into members (username) select 'member_' || n from generate_series(1, ${LIKES}) as n`,
  )
  const { rows } = await client.query<{ id: string; authorId: string }>(`
    insert into posts (author_id, type, title, body)
    select id, 'showcase', 'Title', 'Body' from members limit 1 returning id, author_id as "authorId"`)
  const [post] = rows
  if (!post) throw new Error('No post was inserted')
  await client.query(
    'insert into post_likes (post_id, member_id) select posts.id, members.id from posts, members',
  )
  // One thread: the worst case for a cascade from its first comment.
  await client.query(`
    with top as (
      insert into comments (post_id, author_id, content)
      select id, author_id, 'Top' from posts returning id, post_id, author_id)
    insert into comments (id, post_id, parent_id, root_id, depth, content, author_id)
    select uuid_v7(now() + make_interval(secs => n / 1000.0)), post_id, id, id, 1, 'Hello', author_id
    from top, generate_series(1, ${COMMENTS - 1}) as n`)
  await client.query('vacuum analyze')
  await client.end()
  return post
}
