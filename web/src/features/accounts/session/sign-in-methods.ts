import type { SignInMethod } from '@dolph/contract/accounts/sign-in-method'
import type { Viewer } from '@dolph/contract/accounts/viewer'

type Credentials = Pick<Viewer, 'signInMethods' | 'googleId'>

/** Every way in that the member has. A server of the release before says only whether it is Google. */
export function listSignInMethods({
  signInMethods,
  googleId,
}: Credentials): readonly SignInMethod[] {
  return signInMethods ?? [googleId === undefined ? 'password' : 'google']
}

/** How the member proves that it is them; `code` is emailed. */
export type ProofMethod = 'password' | 'google' | 'code'

/** GitHub asks nobody to sign in anew, so a code proves a member who has nothing else. */
export function getProofMethod(credentials: Credentials): ProofMethod {
  const methods = listSignInMethods(credentials)
  if (methods.includes('password')) return 'password'
  return methods.includes('google') ? 'google' : 'code'
}

/** With what a member without a password signs in. */
export type OtherWayIn = 'Google' | 'GitHub' | 'a passkey'

export function getOtherWayIn(credentials: Credentials): OtherWayIn | undefined {
  const methods = listSignInMethods(credentials)
  if (methods.includes('password')) return undefined
  if (methods.includes('google')) return 'Google'
  return methods.includes('github') ? 'GitHub' : 'a passkey'
}
