import { parentPort, workerData } from 'node:worker_threads'
import { buildSearchEntry } from '@dolph/api/features/posts/search/terms'
import pg from 'pg'
import { BENCH_DATABASE_URL } from '../database.ts'
import { copyRows } from './copy-rows.ts'
import type { PostRange } from './load-search-index.ts'

const POST_BATCH_SIZE = 2_000

interface PostRow {
  id: string
  type: string
  title: string
  body: string
  username: string
}

const { from, to } = workerData as PostRange
const words = new Set<string>()
const reader = new pg.Client({ connectionString: BENCH_DATABASE_URL })
const writer = new pg.Client({ connectionString: BENCH_DATABASE_URL })
await Promise.all([reader.connect(), writer.connect()])
await writer.query('set session_replication_role = replica')
for (let batch = await readPostBatch(from, '>='); batch.length > 0;) {
  const next = readPostBatch(batch.at(-1)?.id ?? '', '>')
  await copyRows(
    writer,
    'post_search (post_id, type, author, folded, terms)',
    formatCopyLines(batch),
  )
  batch = await next
}
await Promise.all([reader.end(), writer.end()])
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage([...words])

async function readPostBatch(id: string, operator: '>' | '>='): Promise<PostRow[]> {
  const { rows } = await reader.query<PostRow>({
    name: operator,
    text: `select posts.id, type, title, body, username
      from posts join members on members.id = author_id
      where posts.id ${operator} $1 and ($2::uuid is null or posts.id < $2)
      order by posts.id limit ${POST_BATCH_SIZE}`,
    values: [id, to],
  })
  return rows
}

function* formatCopyLines(batch: PostRow[]): Generator<string> {
  for (const post of batch) {
    const entry = buildSearchEntry(post)
    for (const word of entry.words) words.add(word)
    yield `${post.id}\t${post.type}\t${entry.author}\t${entry.folded}\t{${entry.terms.join()}}\n`
  }
}
