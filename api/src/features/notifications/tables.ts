import type { NotificationKind } from '@dolph/contract/notifications/notifications'
import type { Generated } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    notifications: Notifications
    notification_comments: NotificationComments
    like_milestones: LikeMilestones
    notification_settings: NotificationSettings
    post_mutes: PostMutes
    unread_message_mails: UnreadMessageMails
    unread_message_search: UnreadMessageSearch
    update_deliveries: UpdateDeliveries
  }
}

interface Notifications {
  member_id: string
  id: Generated<string>
  kind: NotificationKind
  /** The post, the room of a mention, the case of a decision or report, or the join request of an answer or invitation. */
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

interface NotificationComments {
  comment_id: string
  member_id: string
  notification_id: string
}

interface LikeMilestones {
  post_id: string
  reached: number
}

interface NotificationSettings {
  member_id: string
  kinds: Generated<unknown>
}

interface PostMutes {
  member_id: string
  post_id: string
}

/** When a member was last mailed about unread messages of a conversation or room. */
interface UnreadMessageMails {
  member_id: string
  conversation_id: string
  mailed_at: Timestamp
}

/** One row: the last message that the search for unread ones has looked at. */
interface UnreadMessageSearch {
  is_only: Generated<boolean>
  last_id: string
}

/** An update of which followers are still to be notified. */
interface UpdateDeliveries {
  update_id: string
  /** The last follower who was. */
  last_follower_id: Generated<string>
}
