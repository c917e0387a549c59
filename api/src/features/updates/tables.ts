import type { ProjectState } from '@dolph/contract/projects/projects'
import type { Generated } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    updates: Updates
  }
}

/** A row with `state` is a change of state and has no text. */
interface Updates {
  id: Generated<string>
  post_id: string
  author_id: string | null
  body: string
  state: ProjectState | null
  edited_at: Timestamp | null
  temp_id: string | null
  temp_digest: Buffer | null
}
