import type pg from 'pg'
import { createSessionCookies } from '../bench-members.ts'
import { SimulatedClient } from './simulated-client.ts'
import type { SendHistory } from './send-history.ts'
import { callApi } from './call-api.ts'

/** Creates members who write to each other in pairs, and a client for each. */
export async function createSimulatedClients(
  database: pg.Pool,
  databaseUrl: string,
  { url, count, history }: { url: string; count: number; history: SendHistory },
): Promise<Map<string, SimulatedClient>> {
  const { rows } = await database.query<{ id: string }>(
    `insert into members (username) select 'member_' || nth from generate_series(1, $1) as nth
     returning id`,
    [count],
  )
  const ids = rows.map(({ id }) => id)
  const cookies = await createSessionCookies(ids, databaseUrl)
  const clients = await Promise.all(
    ids.map(async (memberId, index) => {
      const cookie = cookies[index] ?? ''
      const sessionWithoutCsrf = { url, cookie, csrf: '' }
      const { body } = await callApi(sessionWithoutCsrf, 'GET', '/api/csrf-token')
      const { token: csrf } = body as { token: string }
      return new SimulatedClient(memberId, ids[index ^ 1] ?? '', { url, cookie, csrf }, history)
    }),
  )
  return new Map(clients.map((client) => [client.memberId, client]))
}
