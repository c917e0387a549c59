import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    conversations: Conversations
    conversation_sides: ConversationSides
    messages: Messages
    message_pictures: MessagePictures
    message_reactions: MessageReactions
    message_versions: MessageVersions
    recent_message_keys: RecentMessageKeys
  }
}

/** Every change between two members locks this row first. */
interface Conversations {
  id: Generated<string>
  low_id: string
  high_id: string
  last_stamp: Generated<Timestamp>
}

/** A conversation from the view of one of its two members. */
interface ConversationSides {
  member_id: string
  peer_id: string
  conversation_id: string
  last_message_id: string | null
  unread: Generated<number>
  read_id: string | null
  cleared_id: string | null
}

/** `shard` is also part of `id` and `conversation_id`; a query that filters by it reads one partition. */
interface Messages {
  id: string
  shard: number
  conversation_id: string
  sender_id: string
  content: string
  created_at: GeneratedAlways<Timestamp>
  delivered_at: Timestamp | null
  read_at: Timestamp | null
  changed_at: Timestamp
  /** What the message is about, as `MessageAbout` of the contract. */
  about: unknown
  /** What happened in a room, as `RoomLine` of the contract; null in every message. */
  line: Generated<string | null>
  /** The members whom a message in a room mentions; null if it mentions nobody. */
  mentions: Generated<string[] | null>
  /** The stamp of the newest change after the message was sent. */
  revised_at: Generated<Timestamp | null>
  edited_at: Generated<Timestamp | null>
  deleted_at: Generated<Timestamp | null>
  deleted_by_owner: Generated<boolean | null>
  hidden_at: Generated<Timestamp | null>
  is_markdown: Generated<boolean | null>
  /** The earlier message that this one answers. */
  reply_to: Generated<string | null>
}

/** An uploaded picture: in storage once `stored_at` is set. */
interface MessagePictures {
  key: string
  member_id: string
  /** Null until a message is sent with it. */
  message_id: string | null
  /** In pixels. */
  width: number
  height: number
  uploaded_at: Generated<Timestamp>
  stored_at: Timestamp | null
  removed_at: Timestamp | null
}

interface MessageReactions {
  message_id: string
  member_id: string
  kind: string
}

/** What edited and deleted messages said before, for a week. */
interface MessageVersions {
  message_id: string
  replaced_at: Timestamp
  content: string
}

/** The idempotency keys of thirty to sixty days. `slot` is the partition, see `message_key_slot`. */
interface RecentMessageKeys {
  sender_id: string
  temp_id: string
  slot: number
  message_id: string
  tries: Generated<number>
}
