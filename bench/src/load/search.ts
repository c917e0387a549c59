import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Database } from '@dolph/api/db/database'
import { learnWords } from '@dolph/api/features/posts/search/index-post'
import type { Client } from 'pg'

const WORDS_AT_ONCE = 20_000
const ENTRIES = new URL('search-entries.ts', import.meta.url)

/** Posts with `from <= id < to`, and `to` null at the end. */
export interface Slice {
  from: string
  to: string | null
}

/** Makes every loaded post findable, by the API's own hand; all cores share the work. */
export async function fillSearch(db: Database, client: Client): Promise<void> {
  const slices = await cut(client, availableParallelism())
  const words = new Set<string>()
  for (const learnt of await Promise.all(slices.map(writeEntries))) {
    for (const word of learnt) words.add(word)
  }
  const all = [...words]
  for (let start = 0; start < all.length; start += WORDS_AT_ONCE) {
    await learnWords(db, all.slice(start, start + WORDS_AT_ONCE))
  }
}

async function cut(client: Client, pieces: number): Promise<Slice[]> {
  const { rows } = await client.query<{ from: string }>(
    `select (array_agg(id order by id))[1] as from
     from (select id, ntile($1) over (order by id) as piece from posts) as cut
     group by piece order by 1`,
    [pieces],
  )
  return rows.map(({ from }, index) => ({ from, to: rows[index + 1]?.from ?? null }))
}

async function writeEntries(slice: Slice): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(ENTRIES, { workerData: slice })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
