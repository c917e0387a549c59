import type { NotificationKind } from '@dolph/contract/notifications'
import type { Generated } from 'kysely'
import type { Timestamp } from './timestamp.ts'

export interface Notifications {
  member_id: string
  id: Generated<string>
  kind: NotificationKind
  /** The post, the case of a decision or report, or the join request of an answer or invitation. */
  target_id: string
  /** The newest comment that is counted. */
  comment_id: string | null
  /** The oldest join request that is counted. */
  join_request_id: string | null
  /** The newest first. */
  actors: Generated<string[]>
  count: Generated<number>
  at: Generated<Timestamp>
  read_at: Timestamp | null
}

export interface NotificationComments {
  comment_id: string
  member_id: string
  notification_id: string
}

export interface LikeMilestones {
  post_id: string
  reached: number
}

export interface NotificationSettings {
  member_id: string
  kinds: Generated<unknown>
}

export interface PostMutes {
  member_id: string
  post_id: string
}

/** When a member was last mailed about unread messages of a conversation. */
export interface UnreadMessageMails {
  member_id: string
  conversation_id: string
  mailed_at: Timestamp
}

/** One row: the last message that the search for unread ones has looked at. */
export interface UnreadMessageSearch {
  is_only: Generated<boolean>
  last_id: string
}
