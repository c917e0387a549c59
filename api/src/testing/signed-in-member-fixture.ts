import { readFileSync } from 'node:fs'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import type { Database } from '../platform/db/database.ts'
import { getCookieNames } from '../platform/http/cookies.ts'
import { hashToken, generateToken } from '../platform/crypto/secrets.ts'
import { createAccountFixture } from './sign-up-member.ts'

/** Inserts a member with an account and a session and returns the headers of their requests over a real connection. */
export async function createSignedInMemberFixture(
  db: Database,
  url: string,
  origin: string,
  username: string,
) {
  return signInMemberFixture(db, url, origin, await createAccountFixture(db, username))
}

/** Inserts a session of an existing member and returns the headers of their requests. */
export async function signInMemberFixture(db: Database, url: string, origin: string, id: string) {
  const token = generateToken()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      member_id: id,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      // Staff needs one, and it changes nothing for others.
      second_factor_at: new Date().toISOString(),
    })
    .execute()
  const cookie = `${getCookieNames(origin).session}=${token}`
  const reply = await fetch(url + getCsrfToken.url, { headers: { cookie } })
  const { token: csrf } = (await reply.json()) as { token: string }
  return { id, headers: { cookie, origin, 'x-csrf-token': csrf } }
}

const SAMPLE_INTERVAL_MS = 10

/** Samples the resident memory of a process, in megabytes. */
export function watchMemory(pid: number) {
  const readMemory = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(?<kb>\d+)/.exec(status)?.groups?.['kb']) / 1024
  }
  const before = readMemory()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, readMemory())), SAMPLE_INTERVAL_MS)
  return {
    /** The highest sample minus the first one. */
    growth: () => peak - before,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
