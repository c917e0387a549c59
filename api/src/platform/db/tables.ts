import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './timestamp.ts'

/**
 * The tables under their database names: here those of the platform. Each feature adds its own in its `tables.ts`. Its
 * queries translate them to the contract's names.
 */
export interface Tables {
  members: Members
  sessions: Sessions
  mails: Mails
  events: Events
  failed_events: FailedEvents
  erasures: Erasures
  installations: Installations
  backfills: Backfills
  flags: Flags
  flag_members: FlagMembers
  staff: Staff
}

interface Members {
  id: Generated<string>
  username: string
  first_name: Generated<string>
  last_name: Generated<string>
  /** The key of the profile picture. */
  picture: string | null
  deleted_at: Timestamp | null
  created_at: GeneratedAlways<Timestamp>
  /** How often the member's blocks and mutes have changed. */
  ignored_changes: Generated<number>
  posting_limited_until: Timestamp | null
  messaging_limited_until: Timestamp | null
  suspended_until: Timestamp | null
}

interface Sessions {
  id: Generated<string>
  token_hash: Buffer
  member_id: string
  device: Generated<string>
  last_seen_at: Generated<Timestamp>
  expires_at: Timestamp
  deletion_granted_until: Timestamp | null
  proved_until: Timestamp | null
  second_factor_at: Timestamp | null
}

interface Staff {
  member_id: string
  role: 'moderator' | 'admin'
  granted_at: Generated<Timestamp>
}

/** The outbox. `recipient` and `payload` are erased as soon as a mail is `sent` or `given-up`. */
interface Mails {
  id: Generated<string>
  key: string
  recipient: string | null
  template: string
  /** Encrypted, see platform/crypto/encrypt-payload.ts. */
  payload: Buffer | null
  state: Generated<'due' | 'sending' | 'sent' | 'given-up'>
  attempts: Generated<number>
  claimed_at: Timestamp | null
  sent_at: Timestamp | null
  created_at: GeneratedAlways<Timestamp>
}

/** `kind` and `data` follow platform/events/catalog.ts; `failures` and `retry_at` belong to the relay. */
interface Events {
  id: Generated<string>
  kind: string
  subject_id: string
  actor_id: string | null
  data: Generated<unknown>
  failures: Generated<number>
  retry_at: Timestamp | null
  /** The trace of the request that caused it; null for almost all. */
  trace_parent: Generated<string | null>
}

/** Events that failed five times and wait for an operator. */
interface FailedEvents {
  id: string
  kind: string
  subject_id: string
  actor_id: string | null
  data: unknown
  error: string
  failed_at: Generated<Timestamp>
}

/** What was promised to be gone; `kind` and `subject` follow privacy/erasures/erasure-kinds.ts. */
interface Erasures {
  id: Generated<string>
  kind: string
  subject: string
  /** The application_name of the connection: that of the program begins with `dolph`. */
  made_by: Generated<string>
  /** When the row was written to the backup bucket. */
  shipped_at: Timestamp | null
}

/** The one row that names the installation; a restored backup keeps it. */
interface Installations {
  id: Generated<string>
  is_only: Generated<boolean>
}

/** The progress of each backfill, see platform/jobs/backfills. */
interface Backfills {
  name: string
  /** The last row that is filled, in the backfill's own form. */
  cursor: Generated<string | null>
  started_at: Generated<Timestamp>
  done_at: Generated<Timestamp | null>
  /** Since when an operator has paused it. */
  paused_at: Generated<Timestamp | null>
}

/** The flags that an operator has changed, see contract/src/flags.ts. */
interface Flags {
  name: string
  /** The percentage of the members for whom it is on. */
  share: number
  note: string | null
  changed_at: Generated<Timestamp>
}

/** Members for whom a flag is on in any case. */
interface FlagMembers {
  name: string
  member_id: string
}
