import { randomBytes } from 'node:crypto'
import { openDatabase } from '@dolph/api/platform/db/database'
import { SoftwareAuthenticator } from '@dolph/api/testing/passkeys/software-authenticator'
import { APP_ORIGIN, startApi } from '../api-server.ts'
import { BENCH_DATABASE_URL } from '../database.ts'
import { percentile } from '../percentile.ts'
import { printSummary } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'

const SIGN_INS_PER_SECOND = 50
const SECONDS = 20
const MEMBER_COUNT = 500
const P99_GOAL_MS = 150

/** Signs in fifty members per second with passkeys: a call for the challenge, and one with what was signed. */
export async function benchmarkPasskeys(): Promise<void> {
  const authenticators = await preparePasskeys()
  await using api = await startApi()
  await sustainSignIns(api.url, authenticators, 3)
  const { starts, signIns, failed } = await sustainSignIns(api.url, authenticators, SECONDS)
  printLine(`${signIns.length} sign-ins in ${SECONDS} s, ${failed} refused or failed`)
  const p99 = percentile(signIns, 0.99)
  printSummary({
    'signins/s': signIns.length / SECONDS,
    failed,
    'start-p99': percentile(starts, 0.99),
    p50: percentile(signIns, 0.5),
    p99,
  })
  if (failed > 0 || p99 >= P99_GOAL_MS) process.exitCode = 1
}

async function sustainSignIns(
  url: string,
  authenticators: readonly SoftwareAuthenticator[],
  seconds: number,
) {
  const starts: number[] = []
  const signIns: number[] = []
  let failed = 0
  const all: Promise<void>[] = []
  for (let index = 0; index < seconds * SIGN_INS_PER_SECOND; index += 1) {
    const authenticator = authenticators[index % authenticators.length]
    if (authenticator) all.push(signIn(authenticator))
    await new Promise((resolve) => setTimeout(resolve, 1000 / SIGN_INS_PER_SECOND))
  }
  await Promise.all(all)
  return { starts, signIns, failed }

  async function signIn(authenticator: SoftwareAuthenticator): Promise<void> {
    const start = await send('/api/users/passkey-login/options', {})
    if (!start.ok) {
      failed += 1
      return
    }
    const { data } = start.json as { data: Parameters<SoftwareAuthenticator['sign']>[0] }
    const credential = authenticator.sign(data)
    const reply = await send('/api/users/passkey-login', { credential })
    if (reply.ok) {
      starts.push(start.ms)
      signIns.push(reply.ms)
    } else failed += 1
  }

  async function send(path: string, body: object) {
    const startedAt = performance.now()
    const headers = { 'content-type': 'application/json', origin: APP_ORIGIN }
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const json: unknown = await reply.json()
    return { ok: reply.ok, json, ms: performance.now() - startedAt }
  }
}

/** Gives members of the loaded data an account and a passkey each, whose keys are in the authenticators. */
async function preparePasskeys(): Promise<SoftwareAuthenticator[]> {
  await using db = openDatabase(BENCH_DATABASE_URL)
  const { rows: members } = await db.pool.query<{ id: string }>(
    'select id from members order by id limit $1',
    [MEMBER_COUNT],
  )
  const ids = members.map(({ id }) => id)
  await db.pool.query(
    `insert into accounts (member_id, email, password_hash)
     select id, 'passkey-' || nth || '@example.test', 'none' from unnest($1::uuid[]) with ordinality as members (id, nth)
     on conflict (member_id) do nothing`,
    [ids],
  )
  const authenticators = ids.map(() => {
    const authenticator = new SoftwareAuthenticator({ origin: APP_ORIGIN })
    authenticator.createKey(randomBytes(32).toString('base64url'))
    return authenticator
  })
  const keys = authenticators.map(({ newestKey }) => newestKey)
  await db.pool.query('delete from passkey_handles where member_id = any ($1)', [ids])
  await db.pool.query(
    'insert into passkey_handles (member_id, handle) select * from unnest($1::uuid[], $2::bytea[])',
    [ids, keys.map(({ userHandle }) => Buffer.from(userHandle, 'base64url'))],
  )
  await db.pool.query(
    `insert into passkeys (member_id, credential_id, public_key, counter, is_backed_up, name)
     select member_id, credential_id, public_key, 0, true, 'Bench'
     from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as passkeys (member_id, credential_id, public_key)`,
    [ids, keys.map(({ id }) => id), keys.map(({ publicKey }) => publicKey)],
  )
  return authenticators
}
