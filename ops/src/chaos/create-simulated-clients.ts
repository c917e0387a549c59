import { setTimeout as wait } from 'node:timers/promises'
import { createSessionCookies } from '@dolph/bench/bench-members'
import type pg from 'pg'
import { SimulatedClient } from './simulated-client.ts'
import type { SendHistory } from './send-history.ts'
import { callApi, type ApiSession } from './call-api.ts'

const ATTEMPTS_MAX = 10
const RETRY_MS = 500

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
      const csrf = await fetchCsrfToken({ url, cookie, csrf: '' })
      const session = { url, cookie, csrf, ...(onResponse && { onResponse }) }
      return new SimulatedClient(memberId, ids[index ^ 1] ?? '', session, history)
    }),
  )
  return new Map(clients.map((client) => [client.memberId, client]))
}

/** Asks again after a refusal: all members begin at once, and a process that has just started may be busy. */
async function fetchCsrfToken(session: ApiSession): Promise<string> {
  let status = 0
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const reply = await callApi(session, 'GET', '/api/csrf-token')
    if (reply.status === 200) return (reply.body as { token: string }).token
    status = reply.status
    await wait(RETRY_MS)
  }
  throw new Error(`a member got no CSRF token: ${status}`)
}
