import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    audit_log: AuditLog
  }
}

/** Append-only: a trigger refuses every change but the removal of a deleted member's id. */
interface AuditLog {
  id: Generated<string>
  actor_id: string | null
  /** The member it is about. */
  member_id: string | null
  action: string
  subject: string
  details: Generated<unknown>
  at: GeneratedAlways<Timestamp>
}
