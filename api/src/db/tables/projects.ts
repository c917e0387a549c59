import type { ProjectState, ReplyDays, Topic } from '@dolph/contract/projects'
import type { Generated } from 'kysely'
import type { Timestamp } from './timestamp.ts'

export interface Projects {
  post_id: string
  state: ProjectState | null
  topics: Generated<Topic[]>
  open_roles: Generated<number>
  /** Names of skills. */
  open_skills: Generated<string[]>
  team_size: Generated<number>
  reply_days: Generated<ReplyDays>
  is_listed: Generated<boolean>
  last_active_at: Generated<Timestamp>
}

/** The author of the post is no row. */
export interface TeamMembers {
  post_id: string
  member_id: string
  role_id: string | null
  role_title: string
  is_co_owner: Generated<boolean>
  joined_at: Generated<Timestamp>
  left_at: Timestamp | null
}

/** A row with `state` is a change of state and has no text. */
export interface Updates {
  id: Generated<string>
  post_id: string
  author_id: string | null
  body: string
  state: ProjectState | null
  edited_at: Timestamp | null
  temp_id: string | null
  temp_digest: Buffer | null
}

/** A member whom an update names with `@userName`; `is_named` is false once an edit took the name out. */
export interface UpdateMentions {
  update_id: string
  member_id: string
  is_named: Generated<boolean>
}

/** An update of which followers are still to be notified. */
export interface UpdateDeliveries {
  update_id: string
  /** The last follower who was. */
  last_follower_id: Generated<string>
}

export interface Follows {
  member_id: string
  post_id: string
  with_updates: Generated<boolean>
  followed_at: Generated<Timestamp>
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
