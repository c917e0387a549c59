import type { JoinRequestState } from '@dolph/contract/join-requests/join-request-state'
import type { DeclineReason, EndReason } from '@dolph/contract/join-requests/join-requests'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    join_requests: JoinRequests
  }
}

export interface JoinRequests {
  id: Generated<string>
  role_id: string | null
  post_id: string | null
  role_title: string
  post_title: string
  /** Who asks to join or is invited. */
  member_id: string
  /** The author of the post. */
  owner_id: string | null
  /** The member, or the owner or co-owner who invited them. */
  sender_id: string | null
  from_owner: Generated<boolean>
  note: string
  hours: number | null
  state: Generated<JoinRequestState>
  reason: DeclineReason | EndReason | null
  answer: Generated<string>
  due_at: Timestamp
  /** When the clock next reminds of it or ends it. */
  next_at: Timestamp
  reminders_sent: Generated<number>
  answered_at: Timestamp | null
  /** The owner who answered first; null in an invitation. */
  answered_by: string | null
  ended_at: Timestamp | null
  /** Set while a moderator's decision hides it. */
  hidden_at: Timestamp | null
  /** Its end without an answer has helped to pause the owner's roles. */
  has_paused_roles: Generated<boolean>
  temp_id: string
  temp_digest: Buffer
  created_at: GeneratedAlways<Timestamp>
}
