import { createHash } from 'node:crypto'

/** A Google account of the development identity provider. */
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

/** The accounts to choose from; one that was entered in the form stays until the restart. */
export function createGoogleAccountStore() {
  const accounts = new Map(SAMPLE_ACCOUNTS.map((account) => [account.sub, account]))
  return {
    all: (): GoogleAccount[] => [...accounts.values()],
    find: (sub: string): GoogleAccount | undefined => accounts.get(sub),
    add(account: GoogleAccount): GoogleAccount {
      accounts.set(account.sub, account)
      return account
    },
  }
}

/** The `sub` is derived from the email, so that an email keeps its account after a restart. */
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
