import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './timestamp.ts'

/** Whoever changes anything between two members holds this row first. */
export interface Conversations {
  id: Generated<string>
  low_id: string
  high_id: string
  last_stamp: Generated<Timestamp>
}

/** A conversation as one of the two sees it. */
export interface ConversationSides {
  member_id: string
  peer_id: string
  conversation_id: string
  last_message_id: string | null
  unread: Generated<number>
  read_id: string | null
  cleared_id: string | null
}

/** `shard` stands in `id` and in `conversation_id` too; a query that names it touches one partition. */
export interface Messages {
  id: string
  shard: number
  conversation_id: string
  sender_id: string
  content: string
  created_at: GeneratedAlways<Timestamp>
  delivered_at: Timestamp | null
  read_at: Timestamp | null
  changed_at: Timestamp
}

export interface MessageKeys {
  sender_id: string
  temp_id: string
  message_id: string
  tries: Generated<number>
}
