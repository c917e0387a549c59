import type { Generated } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    blocks: Blocks
    mutes: Mutes
  }
}

interface Blocks {
  member_id: string
  other_id: string
  created_at: Generated<Timestamp>
}

interface Mutes {
  member_id: string
  other_id: string
  created_at: Generated<Timestamp>
}
