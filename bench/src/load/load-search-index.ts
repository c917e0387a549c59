import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Database } from '@dolph/api/db/database'
import { registerWords } from '@dolph/api/features/posts/search/search-index'
import type { Client } from 'pg'

const WORD_BATCH_SIZE = 20_000
const INDEX_WORKER = new URL('search-index-worker.ts', import.meta.url)

/** Posts with `from <= id < to`, and `to` null at the end. */
export interface PostRange {
  from: string
  to: string | null
}

/** Makes every loaded post findable, by the API's own hand; all cores share the work. */
export async function loadSearchIndex(db: Database, client: Client): Promise<void> {
  const slices = await splitPostsIntoRanges(client, availableParallelism())
  const words = new Set<string>()
  for (const learnt of await Promise.all(slices.map(indexPostRange))) {
    for (const word of learnt) words.add(word)
  }
  const all = [...words]
  for (let start = 0; start < all.length; start += WORD_BATCH_SIZE) {
    await registerWords(db, all.slice(start, start + WORD_BATCH_SIZE))
  }
}

async function splitPostsIntoRanges(client: Client, pieces: number): Promise<PostRange[]> {
  const { rows } = await client.query<{ from: string }>(
    `select (array_agg(id order by id))[1] as from
     from (select id, ntile($1) over (order by id) as piece from posts) as cut
     group by piece order by 1`,
    [pieces],
  )
  return rows.map(({ from }, index) => ({ from, to: rows[index + 1]?.from ?? null }))
}

async function indexPostRange(slice: PostRange): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(INDEX_WORKER, { workerData: slice })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
