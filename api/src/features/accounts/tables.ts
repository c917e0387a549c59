import type { AccountEventKind, AccountEventMethod } from '@dolph/contract/accounts/account-events'
import type { SignInMethod } from '@dolph/contract/accounts/sign-in-method'
import type { Transport } from '@dolph/contract/accounts/passkeys'
import type { OnboardingGoal, OnboardingStep } from '@dolph/contract/accounts/onboarding'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    accounts: Accounts
    codes: Codes
    links: Links
    google_sign_ups: GoogleSignUps
    github_connections: GitHubConnections
    github_sign_ups: GitHubSignUps
    pending_sign_ups: PendingSignUps
    onboardings: Onboardings
    verification_attempts: VerificationAttempts
    code_requests: CodeRequests
    known_devices: KnownDevices
    account_events: AccountEvents
    totp: Totp
    recovery_codes: RecoveryCodes
    begun_sign_ins: BegunSignIns
    second_factor_resets: SecondFactorResets
    retired_usernames: RetiredUsernames
    passkeys: Passkeys
    passkey_handles: PasskeyHandles
    challenges: Challenges
  }
}

/** A member's credentials. One with neither password nor Google has a row in `github_connections` or `passkeys`. */
interface Accounts {
  member_id: string
  email: string
  verified_at: Generated<Timestamp>
  password_hash: string | null
  google_sub: string | null
  created_at: Generated<Timestamp>
}

export type CodePurpose = 'change-password' | 'proof' | 'delete-account'

interface Codes {
  member_id: string
  purpose: CodePurpose
  digest: Buffer
  tries: Generated<number>
  failures: Generated<number>
  expires_at: Timestamp
}

export type LinkPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'undo-email-change'

interface Links {
  token_hash: Buffer
  member_id: string
  purpose: LinkPurpose
  /** The email that the link sets, if it changes it or undoes a change. */
  email: string | null
  expires_at: Timestamp
  used_at: Timestamp | null
  /** Where a verified sign-up wanted to go. */
  next_path: Generated<string | null>
}

interface GoogleSignUps {
  token_hash: Buffer
  google_sub: string
  email: string
  first_name: string
  last_name: string
  expires_at: Timestamp
}

interface GitHubConnections {
  member_id: string
  github_id: number
  /** Of the last sign-in; it may have changed since, and name another account. */
  login: string
  connected_at: Generated<Timestamp>
}

interface GitHubSignUps {
  token_hash: Buffer
  github_id: number
  login: string
  email: string
  first_name: string
  last_name: string
  expires_at: Timestamp
}

/** A sign-up with a password whose email is not verified yet. */
interface PendingSignUps {
  id: Generated<string>
  email: string
  username: string
  first_name: string
  last_name: string
  password_hash: string
  browser_hash: Buffer
  link_hash: Buffer | null
  code_digest: Buffer | null
  code_expires_at: Timestamp | null
  code_sent_at: Timestamp | null
  /** A checked path of this site, see `parseNextPath`. */
  next_path: Generated<string | null>
  expires_at: Timestamp
}

/** A member without a row has no first steps left. */
interface Onboardings {
  member_id: string
  step: Generated<OnboardingStep>
  goal: OnboardingGoal | null
}

interface VerificationAttempts {
  key: Buffer
  tries: number
  expires_at: Timestamp
}

interface CodeRequests {
  key: Buffer
  requested_at: Generated<Timestamp[]>
  expires_at: Timestamp
}

interface KnownDevices {
  token_hash: Buffer
  member_id: string
  signed_in_at: Generated<Timestamp>
  second_factor_at: Timestamp | null
}

/** Append-only: a trigger refuses every update, and a deletion within 180 days while the member exists. */
interface AccountEvents {
  id: Generated<string>
  member_id: string
  kind: AccountEventKind
  method: AccountEventMethod | null
  device: string
  address_hash: Buffer
  created_at: GeneratedAlways<Timestamp>
}

interface RetiredUsernames {
  digest: Buffer
  until: Timestamp
}

/** The secret of an authenticator app, encrypted; asked for once it is confirmed. */
interface Totp {
  member_id: string
  secret: Buffer
  key_id: Buffer
  last_step: Generated<number>
  started_at: Generated<Timestamp>
  confirmed_at: Timestamp | null
}

interface RecoveryCodes {
  member_id: string
  digest: Buffer
  used_at: Timestamp | null
}

/** A sign-in that waits for its second factor. */
interface BegunSignIns {
  token_hash: Buffer
  member_id: string
  method: SignInMethod
  tries: Generated<number>
  expires_at: Timestamp
}

interface SecondFactorResets {
  member_id: string
  started_at: Generated<Timestamp>
  stop_hashes: Generated<Buffer[]>
  notified_at: Generated<Timestamp>
}

interface Passkeys {
  id: Generated<string>
  credential_id: Buffer
  member_id: string
  public_key: Buffer
  counter: number
  transports: Generated<Transport[]>
  is_backed_up: boolean
  name: string
  created_at: Generated<Timestamp>
  last_used_at: Timestamp | null
}

/** What authenticators store as the name of the account. */
interface PasskeyHandles {
  member_id: string
  handle: Buffer
}

export type ChallengePurpose = 'add-passkey' | 'log-in' | 'proof'

interface Challenges {
  digest: Buffer
  purpose: ChallengePurpose
  member_id: string | null
  expires_at: Timestamp
}
