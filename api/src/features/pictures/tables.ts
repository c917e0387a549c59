import type { Generated } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    pictures: Pictures
  }
}

/** An uploaded picture: in storage once `stored_at` is set. */
interface Pictures {
  key: string
  member_id: string
  uploaded_at: Generated<Timestamp>
  stored_at: Timestamp | null
  /** Whether a profile or a post uses it. */
  in_use: Generated<boolean>
  /** In pixels; null for a profile picture, whose sizes are fixed. */
  width: number | null
  height: number | null
}
