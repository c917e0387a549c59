import { hashPassword } from '@dolph/api/features/accounts/passwords/passwords'
import pg from 'pg'
import { BENCH_DATABASE_URL } from '../database.ts'
import { startApi } from '../api-server.ts'
import { percentile } from '../percentile.ts'
import { printSummary } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'

const SIGN_INS_PER_SECOND = 50
const SECONDS = 20
const MEMBER_COUNT = 500
const PASSWORD = 'Correct horse 7'

/** Signs in fifty members per second and measures whether the event loop stays responsive. */
export async function benchmarkSignIn(): Promise<void> {
  await prepareAccounts()
  await using api = await startApi()
  await sustainSignIns(api.url, 3)
  const before = await readEventLoopLag(api.url)
  const { durations, failed } = await sustainSignIns(api.url, SECONDS)
  const after = await readEventLoopLag(api.url)

  printLine(`${durations.length} sign-ins in ${SECONDS} s, ${failed} refused or failed`)
  printLine(
    `event loop p99 before ${before.toFixed(1)} ms, while signing in ${after.toFixed(1)} ms`,
  )
  printSummary({
    'signins/s': durations.length / SECONDS,
    failed,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    'loop-p99': after,
  })
}

async function sustainSignIns(url: string, seconds: number) {
  const durations: number[] = []
  let failed = 0
  const all: Promise<void>[] = []
  for (let index = 0; index < seconds * SIGN_INS_PER_SECOND; index += 1) {
    all.push(signIn(index))
    await new Promise((resolve) => setTimeout(resolve, 1000 / SIGN_INS_PER_SECOND))
  }
  await Promise.all(all)
  return { durations, failed }

  async function signIn(index: number): Promise<void> {
    const startedAt = performance.now()
    const reply = await fetch(`${url}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({
        email: `bench-${index % MEMBER_COUNT}@example.test`,
        password: PASSWORD,
      }),
    })
    await reply.arrayBuffer()
    if (reply.ok) durations.push(performance.now() - startedAt)
    else failed += 1
  }
}

async function readEventLoopLag(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]) * 1000
}

async function prepareAccounts(): Promise<void> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE_URL })
  await client.connect()
  const passwordHash = await hashPassword(PASSWORD)
  await client.query(
    `insert into accounts (member_id, email, password_hash, verified_at)
     select id, 'bench-' || (row_number() over () - 1) || '@example.test', $1, now()
     from (select id from members order by id limit $2) as members
     on conflict (member_id) do update
     set email = excluded.email, password_hash = excluded.password_hash`,
    [passwordHash, MEMBER_COUNT],
  )
  await client.end()
}
