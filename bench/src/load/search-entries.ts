import { parentPort, workerData } from 'node:worker_threads'
import { searchEntry } from '@dolph/api/features/posts/search/terms'
import pg from 'pg'
import { BENCH_DATABASE } from '../database.ts'
import { copyInto } from './copy.ts'
import type { Slice } from './search.ts'

const POSTS_AT_ONCE = 2_000

interface Row {
  id: string
  type: string
  title: string
  body: string
  username: string
}

const { from, to } = workerData as Slice
const words = new Set<string>()
const reader = new pg.Client({ connectionString: BENCH_DATABASE })
const writer = new pg.Client({ connectionString: BENCH_DATABASE })
await Promise.all([reader.connect(), writer.connect()])
await writer.query('set session_replication_role = replica')
for (let batch = await read(from, '>='); batch.length > 0;) {
  const next = read(batch.at(-1)?.id ?? '', '>')
  await copyInto(writer, 'post_search (post_id, type, author, folded, terms)', lines(batch))
  batch = await next
}
await Promise.all([reader.end(), writer.end()])
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
parentPort?.postMessage([...words])

async function read(id: string, after: '>' | '>='): Promise<Row[]> {
  const { rows } = await reader.query<Row>({
    name: after,
    text: `select posts.id, type, title, body, username
      from posts join members on members.id = author_id
      where posts.id ${after} $1 and ($2::uuid is null or posts.id < $2)
      order by posts.id limit ${POSTS_AT_ONCE}`,
    values: [id, to],
  })
  return rows
}

function* lines(batch: Row[]): Generator<string> {
  for (const post of batch) {
    const entry = searchEntry(post)
    for (const word of entry.words) words.add(word)
    yield `${post.id}\t${post.type}\t${entry.author}\t${entry.folded}\t{${entry.terms.join()}}\n`
  }
}
