import { hashPassword } from '@dolph/api/features/accounts/passwords'
import pg from 'pg'
import { BENCH_DATABASE } from './database.ts'
import { startApi } from './api.ts'
import { percentile } from './percentile.ts'
import { conclude } from './rounds.ts'
import { say } from './say.ts'

const A_SECOND = 50
const SECONDS = 20
const MEMBERS = 500
const PASSWORD = 'Correct horse 7'

/** Fifty people sign in every second: does everybody else still get an answer at once? */
export async function signIn(): Promise<void> {
  await prepareAccounts()
  await using api = await startApi()
  await sustain(api.url, 3)
  const before = await lag(api.url)
  const { took, failed } = await sustain(api.url, SECONDS)
  const after = await lag(api.url)

  say(`${took.length} sign-ins in ${SECONDS} s, ${failed} refused or failed`)
  say(`event loop p99 before ${before.toFixed(1)} ms, while signing in ${after.toFixed(1)} ms`)
  conclude({
    'signins/s': took.length / SECONDS,
    failed,
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    'loop-p99': after,
  })
}

async function sustain(url: string, seconds: number) {
  const took: number[] = []
  let failed = 0
  const all: Promise<void>[] = []
  for (let nth = 0; nth < seconds * A_SECOND; nth += 1) {
    all.push(once(nth))
    await new Promise((resolve) => setTimeout(resolve, 1000 / A_SECOND))
  }
  await Promise.all(all)
  return { took, failed }

  async function once(nth: number): Promise<void> {
    const started = performance.now()
    const reply = await fetch(`${url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({ email: `bench-${nth % MEMBERS}@example.test`, password: PASSWORD }),
    })
    await reply.arrayBuffer()
    if (reply.ok) took.push(performance.now() - started)
    else failed += 1
  }
}

async function lag(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]) * 1000
}

async function prepareAccounts(): Promise<void> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE })
  await client.connect()
  const passwordHash = await hashPassword(PASSWORD)
  await client.query(
    `insert into accounts (member_id, email, password_hash, verified_at)
     select id, 'bench-' || (row_number() over () - 1) || '@example.test', $1, now()
     from (select id from members order by id limit $2) as members
     on conflict (member_id) do update
     set email = excluded.email, password_hash = excluded.password_hash`,
    [passwordHash, MEMBERS],
  )
  await client.end()
}
