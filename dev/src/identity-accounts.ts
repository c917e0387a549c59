import { createHash } from 'node:crypto'

/** A Google account as the stand-in knows it. */
export interface GoogleAccount {
  sub: string
  email: string
  email_verified: boolean
  given_name: string
  family_name: string
}

const SAMPLE_ACCOUNTS: GoogleAccount[] = [
  createGoogleAccount('ada.google@example.com', 'Ada', 'Lindqvist', true),
  createGoogleAccount('noemi@example.com', 'Noémi', 'Szabó', true),
  createGoogleAccount('unverified@example.com', 'Uri', 'Unverified', false),
  createGoogleAccount('mono@example.com', 'Mono', '', true),
]

/** The people one may sign in as. Whoever was typed once stays until the restart. */
export function createGoogleAccountStore() {
  const people = new Map(SAMPLE_ACCOUNTS.map((each) => [each.sub, each]))
  return {
    all: (): GoogleAccount[] => [...people.values()],
    find: (sub: string): GoogleAccount | undefined => people.get(sub),
    add(typed: GoogleAccount): GoogleAccount {
      people.set(typed.sub, typed)
      return typed
    },
  }
}

/** The same e-mail is the same account again, after a restart too. */
export function createGoogleAccount(
  email: string,
  givenName: string,
  familyName: string,
  isVerified: boolean,
): GoogleAccount {
  const digest = createHash('sha256').update(email.toLowerCase()).digest()
  return {
    sub: `1${digest.readBigUInt64BE().toString().padStart(20, '0')}`,
    email,
    email_verified: isVerified,
    given_name: givenName,
    family_name: familyName,
  }
}
