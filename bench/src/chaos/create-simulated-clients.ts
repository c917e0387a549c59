import type pg from 'pg'
import { createSessionCookies } from '../bench-members.ts'
import { SimulatedClient } from './simulated-client.ts'
import type { SendHistory } from './send-history.ts'
import { callApi } from './call-api.ts'

/** Members who write to each other in pairs, each with a page open. */
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
    ids.map(async (memberId, nth) => {
      const cookie = cookies[nth] ?? ''
      const stranger = { url, cookie, csrf: '' }
      const { body } = await callApi(stranger, 'GET', '/api/csrf-token')
      const { token: csrf } = body as { token: string }
      return new SimulatedClient(memberId, ids[nth ^ 1] ?? '', { url, cookie, csrf }, history)
    }),
  )
  return new Map(clients.map((client) => [client.memberId, client]))
}
