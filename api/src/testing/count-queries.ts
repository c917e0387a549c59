import type pg from 'pg'
import type { Database } from '../platform/db/database.ts'

/** Read every five seconds whatever a test does, so it is not counted. */
const BACKGROUND_QUERY = /\bfrom flags\b/u

/** Counts the queries from now on, those of the readers too. */
export function countQueries({ db, readDb }: { db: Database; readDb?: Database }) {
  const queries = { count: 0 }
  const counted = new WeakSet<pg.PoolClient>()
  for (const database of readDb ? [db, readDb] : [db])
    database.pool.on('acquire', (client) => countQueriesOf(client))
  return queries

  function countQueriesOf(client: pg.PoolClient): void {
    if (counted.has(client)) return
    counted.add(client)
    client.query = new Proxy(client.query.bind(client), {
      apply(query, self, args: unknown[]) {
        if (!BACKGROUND_QUERY.test(readText(args[0]))) queries.count += 1
        return Reflect.apply(query, self, args)
      },
    })
  }
}

function readText(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
}
