import { confirmTotp, startTotp } from '@dolph/contract/accounts/second-factor'
import { computeTotpCode, getTotpStep } from '../features/accounts/second-factor/totp-code.ts'
import type { Database } from '../platform/db/database.ts'
import type { Browser } from './browser.ts'
import { proveMember } from './sign-up-member.ts'

export interface Authenticator {
  secret: string
  recoveryCodes: string[]
}

/** Switches the second factor of a signed-in member on, through the API. */
export async function setUpTotp(browser: Browser): Promise<Authenticator> {
  await proveMember(browser)
  const { data } = await browser.call(startTotp, {})
  const code = computeTotpCode(data.secret, getTotpStep(Date.now()))
  await browser.call(confirmTotp, { body: { code } })
  return data
}

/** A code that is accepted now. Time does not pass in a test, so those that were used before count as not used. */
export async function readCode(
  db: Database,
  { secret }: Pick<Authenticator, 'secret'>,
): Promise<string> {
  await db.updateTable('totp').set({ last_step: 0 }).execute()
  return computeTotpCode(secret, getTotpStep(Date.now()))
}

/** Six digits that are wrong now, and in the next minutes. */
export function computeWrongCode({ secret }: Pick<Authenticator, 'secret'>): string {
  const now = getTotpStep(Date.now())
  const near = new Set(
    Array.from({ length: 21 }, (_, nth) => computeTotpCode(secret, now - 5 + nth)),
  )
  const wrong = ['000000', '111111', '222222'].find((code) => !near.has(code))
  return wrong ?? '333333'
}
