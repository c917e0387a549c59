import type pg from 'pg'
import { createSessionCookies } from '../bench-members.ts'
import { SimulatedClient } from './simulated-client.ts'
import type { SendHistory } from './send-history.ts'
import { callApi, type ApiSession } from './call-api.ts'

interface ClientOptions extends Pick<ApiSession, 'url' | 'onResponse'> {
  count: number
  history: SendHistory
}

/** Creates members who write to each other in pairs, and a client for each. */
export async function createSimulatedClients(
  database: pg.Pool,
  databaseUrl: string,
  { url, count, history, onResponse }: ClientOptions,
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
      const session = { url, cookie, csrf, ...(onResponse && { onResponse }) }
      return new SimulatedClient(memberId, ids[index ^ 1] ?? '', session, history)
    }),
  )
  return new Map(clients.map((client) => [client.memberId, client]))
}
