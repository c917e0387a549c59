import type { Generated } from 'kysely'
import type { Timestamp } from './timestamp.ts'

/** `kind` and `data` follow events/catalog.ts; `failures` and `retry_at` belong to the relay. */
export interface Events {
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
export interface FailedEvents {
  id: string
  kind: string
  subject_id: string
  actor_id: string | null
  data: unknown
  error: string
  failed_at: Generated<Timestamp>
}

/** The one row that names the installation; a restored backup keeps it. */
export interface Installations {
  id: Generated<string>
  is_only: Generated<boolean>
}

/** What was promised to be gone; `kind` and `subject` follow erasures/erasure-kinds.ts. */
export interface Erasures {
  id: Generated<string>
  kind: string
  subject: string
  /** The application_name of the connection: that of the program begins with `dolph`. */
  made_by: Generated<string>
  /** When the row was written to the backup bucket. */
  shipped_at: Timestamp | null
}
