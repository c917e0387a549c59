import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Database } from '@dolph/api/platform/db/database'
import { registerWords } from '@dolph/api/features/posts/search/search-index'
import type { Client } from 'pg'

const WORD_BATCH_SIZE = 20_000
const INDEX_WORKER = new URL('search-index-worker.ts', import.meta.url)

/** Posts with `from <= id < to`, and `to` null at the end. */
export interface PostRange {
  from: string
  to: string | null
}

/** Makes the search entries of all loaded posts with the API's own code, on all cores. Returns their words. */
export async function loadSearchEntries(client: Client): Promise<string[]> {
  const ranges = await splitPostsIntoRanges(client, availableParallelism())
  const words = await Promise.all(ranges.map(indexPostRange))
  return [...new Set(words.flat())].toSorted()
}

/** Makes the words searchable. */
export async function loadSearchWords(db: Database, words: string[]): Promise<void> {
  for (let start = 0; start < words.length; start += WORD_BATCH_SIZE) {
    await registerWords(db, words.slice(start, start + WORD_BATCH_SIZE))
  }
}

async function splitPostsIntoRanges(client: Client, count: number): Promise<PostRange[]> {
  const { rows } = await client.query<{ from: string }>(
    `select (array_agg(id order by id))[1] as from
     from (select id, ntile($1) over (order by id) as piece from posts) as cut
     group by piece order by 1`,
    [count],
  )
  return rows.map(({ from }, index) => ({ from, to: rows[index + 1]?.from ?? null }))
}

async function indexPostRange(range: PostRange): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(INDEX_WORKER, { workerData: range })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
