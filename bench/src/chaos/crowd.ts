import type pg from 'pg'
import { cookiesOf } from '../members.ts'
import { Client } from './client.ts'
import type { History } from './history.ts'
import { call } from './http.ts'

/** Members who write to each other in pairs, each with a page open. */
export async function gather(
  database: pg.Pool,
  databaseUrl: string,
  { url, count, history }: { url: string; count: number; history: History },
): Promise<Map<string, Client>> {
  const { rows } = await database.query<{ id: string }>(
    `insert into members (username) select 'member_' || nth from generate_series(1, $1) as nth
     returning id`,
    [count],
  )
  const ids = rows.map(({ id }) => id)
  const cookies = await cookiesOf(ids, databaseUrl)
  const clients = await Promise.all(
    ids.map(async (memberId, nth) => {
      const cookie = cookies[nth] ?? ''
      const stranger = { url, cookie, csrf: '' }
      const { body } = await call(stranger, 'GET', '/api/csrf-token')
      const { token: csrf } = body as { token: string }
      return new Client(memberId, ids[nth ^ 1] ?? '', { url, cookie, csrf }, history)
    }),
  )
  return new Map(clients.map((client) => [client.memberId, client]))
}
