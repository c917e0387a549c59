import type { Generated } from 'kysely'
import type { Timestamp } from './timestamp.ts'

/** The flags that an operator has changed, see contract/src/flags.ts. */
export interface Flags {
  name: string
  /** The percentage of the members for whom it is on. */
  share: number
  note: string | null
  changed_at: Generated<Timestamp>
}

/** Members for whom a flag is on in any case. */
export interface FlagMembers {
  name: string
  member_id: string
}
