import type { Generated } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    repositories: Repositories
  }
}

/** What the code host says about the repository that a post links; it counts while `link` is the link of the post. */
export interface Repositories {
  post_id: string
  link: string
  etag: string | null
  pushed_at: Timestamp | null
  language: string | null
  license: string | null
  is_archived: Generated<boolean>
  /** Whether the repository names the author as its owner. */
  is_confirmed: Generated<boolean>
  /** Whether the author was notified that the repository of this link is archived. */
  is_archival_announced: Generated<boolean>
  read_at: Generated<Timestamp>
  /** Reads since the last one that succeeded. */
  failures: Generated<number>
}
