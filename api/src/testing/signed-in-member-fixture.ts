import { readFileSync } from 'node:fs'
import { getCsrfToken } from '@dolph/contract/accounts'
import type { Database } from '../db/database.ts'
import { getCookieNames } from '../http/cookies.ts'
import { hashToken, generateToken } from '../secrets.ts'
import { createMemberFixture } from './fixtures.ts'

/** The headers of a member's calls over a real connection. The member is made and signed in without ado. */
export async function createSignedInMemberFixture(
  db: Database,
  url: string,
  origin: string,
  username: string,
) {
  const token = generateToken()
  const id = await createMemberFixture(db, username)
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      member_id: id,
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .execute()
  const cookie = `${getCookieNames(origin).session}=${token}`
  const reply = await fetch(url + getCsrfToken.url, { headers: { cookie } })
  const { token: csrf } = (await reply.json()) as { token: string }
  return { id, headers: { cookie, origin, 'x-csrf-token': csrf } }
}

const SAMPLE_INTERVAL_MS = 10

/** Looks at the memory of a process again and again. Figures are in megabytes. */
export function watchMemory(pid: number) {
  const now = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(?<kb>\d+)/.exec(status)?.groups?.['kb']) / 1024
  }
  const before = now()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, now())), SAMPLE_INTERVAL_MS)
  return {
    /** From when it was first looked at to the most that it was since. */
    growth: () => peak - before,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
