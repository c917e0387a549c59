import type { SignInMethod } from '@dolph/contract/accounts/sign-in-method'
import { Refusal } from '../../../platform/errors.ts'

/** What tells how a member can sign in; `selectOwnAccount` returns it. */
export interface Credentials {
  passwordHash: string | null
  googleSub: string | null
  githubLogin: string | null
  hasPasskey: boolean
}

/** Every way in that the account has. */
export function listSignInMethods(account: Credentials): SignInMethod[] {
  const { passwordHash, googleSub, githubLogin, hasPasskey } = account
  return [
    ...(passwordHash === null ? [] : (['password'] as const)),
    ...(googleSub === null ? [] : (['google'] as const)),
    ...(githubLogin === null ? [] : (['github'] as const)),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ]
}

/** Whether the account has a way in besides this one, which therefore can be removed. */
export function hasOtherSignInMethod(account: Credentials, removed: SignInMethod): boolean {
  return listSignInMethods(account).some((method) => method !== removed)
}

/** Whether an emailed code proves the member: it has neither a password nor Google, and GitHub asks nobody again. */
export function isProvedByCode(account: Credentials): boolean {
  return !listSignInMethods(account).some((method) => method === 'password' || method === 'google')
}

/** Refuses a member who has no password, and says how they sign in. */
export function refuseWithoutPassword(
  account: Credentials,
): asserts account is Credentials & { passwordHash: string } {
  if (account.passwordHash !== null) return
  const { googleSub, githubLogin } = account
  const way = googleSub !== null ? 'Google' : githubLogin !== null ? 'GitHub' : 'a passkey'
  throw new Refusal('forbidden', `This account signs in with ${way} and has no password`)
}
