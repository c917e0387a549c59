import type { AccountEventKind, SignInMethod } from '@dolph/contract/account-events'
import type { OnboardingGoal, OnboardingStep } from '@dolph/contract/onboarding'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './timestamp.ts'

export interface Members {
  id: Generated<string>
  username: string
  first_name: Generated<string>
  last_name: Generated<string>
  /** The key of the profile picture. */
  picture: string | null
  deleted_at: Timestamp | null
  created_at: GeneratedAlways<Timestamp>
  /** How often the member's blocks and mutes have changed. */
  hidden_changes: Generated<number>
  posting_limited_until: Timestamp | null
  messaging_limited_until: Timestamp | null
  suspended_until: Timestamp | null
}

/** A member's credentials: a password, Google, or both. */
export interface Accounts {
  member_id: string
  email: string
  verified_at: Generated<Timestamp>
  password_hash: string | null
  google_sub: string | null
  created_at: Generated<Timestamp>
}

export interface Sessions {
  id: Generated<string>
  token_hash: Buffer
  member_id: string
  device: Generated<string>
  last_seen_at: Generated<Timestamp>
  expires_at: Timestamp
  deletion_granted_until: Timestamp | null
  proved_until: Timestamp | null
}

export type CodePurpose = 'change-password'

export interface Codes {
  member_id: string
  purpose: CodePurpose
  digest: Buffer
  tries: Generated<number>
  failures: Generated<number>
  expires_at: Timestamp
}

export type LinkPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'undo-email-change'

export interface Links {
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

export interface GoogleSignUps {
  token_hash: Buffer
  google_sub: string
  email: string
  first_name: string
  last_name: string
  expires_at: Timestamp
}

/** A sign-up with a password whose email is not verified yet. */
export interface PendingSignUps {
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
export interface Onboardings {
  member_id: string
  step: Generated<OnboardingStep>
  goal: OnboardingGoal | null
}

export interface VerificationAttempts {
  key: Buffer
  tries: number
  expires_at: Timestamp
}

export interface CodeRequests {
  key: Buffer
  requested_at: Generated<Timestamp[]>
  expires_at: Timestamp
}

export interface KnownDevices {
  token_hash: Buffer
  member_id: string
  signed_in_at: Generated<Timestamp>
}

/** Append-only: a trigger refuses every update, and a deletion within 180 days while the member exists. */
export interface AccountEvents {
  id: Generated<string>
  member_id: string
  kind: AccountEventKind
  method: SignInMethod | null
  device: string
  address_hash: Buffer
  created_at: GeneratedAlways<Timestamp>
}

export interface RetiredUsernames {
  digest: Buffer
  until: Timestamp
}

/** The outbox. `recipient` and `payload` are erased as soon as a mail is `sent` or `given-up`. */
export interface Mails {
  id: Generated<string>
  key: string
  recipient: string | null
  template: string
  /** Encrypted, see encrypt-payload.ts. */
  payload: Buffer | null
  state: Generated<'due' | 'sending' | 'sent' | 'given-up'>
  attempts: Generated<number>
  claimed_at: Timestamp | null
  sent_at: Timestamp | null
  created_at: GeneratedAlways<Timestamp>
}
