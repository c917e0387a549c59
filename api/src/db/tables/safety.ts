import type { Generated } from 'kysely'
import type { Timestamp } from './timestamp.ts'

export interface Blocks {
  member_id: string
  other_id: string
  created_at: Generated<Timestamp>
}

export interface Mutes {
  member_id: string
  other_id: string
  created_at: Generated<Timestamp>
}
