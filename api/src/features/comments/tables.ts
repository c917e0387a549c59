import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    comments: Comments
  }
}

/** `root_id` is the top-level comment of the thread, null on that comment itself. A tombstone has `deleted_at` and no content. */
interface Comments {
  id: Generated<string>
  post_id: string
  parent_id: string | null
  root_id: string | null
  depth: Generated<number>
  author_id: string | null
  content: string
  temp_id: string | null
  temp_digest: Buffer | null
  edited_at: Timestamp | null
  deleted_at: Timestamp | null
  created_at: GeneratedAlways<Timestamp>
  /** Set while a moderator's decision hides the comment. */
  hidden_at: Timestamp | null
}
