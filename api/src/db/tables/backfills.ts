import type { Generated } from 'kysely'
import type { Timestamp } from './timestamp.ts'

/** The progress of each backfill, see jobs/backfills. */
export interface Backfills {
  name: string
  /** The last row that is filled, in the backfill's own form. */
  cursor: Generated<string | null>
  started_at: Generated<Timestamp>
  done_at: Generated<Timestamp | null>
  /** Since when an operator has paused it. */
  paused_at: Generated<Timestamp | null>
}
