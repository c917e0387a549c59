import type { Reward } from '@dolph/contract/availability'
import type { DeclineReason, EndReason } from '@dolph/contract/join-requests'
import type { JoinRequestState } from '@dolph/contract/join-request-state'
import type { Topic } from '@dolph/contract/projects'
import type { RoleState, RoleTerm } from '@dolph/contract/roles'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './timestamp.ts'

export interface Roles {
  id: Generated<string>
  post_id: string
  title: string
  about: Generated<string>
  skills: string[]
  /** The keys of `skills`, in the same order. */
  skill_keys: string[]
  must_skills: Generated<string[]>
  hours_from: number
  hours_to: number
  term: RoleTerm
  zone: string | null
  zone_spread: 3 | 6 | null
  reward: Reward
  reward_note: Generated<string>
  seats: number
  filled: Generated<number>
  state: Generated<RoleState>
  /** What paused the role; null if an owner did. */
  paused_by: 'project' | 'unanswered' | null
  /** A date. */
  confirmed_on: Generated<string>
  heartbeat_sent_on: string | null
  temp_id: string | null
  temp_digest: Buffer | null
  created_at: GeneratedAlways<Timestamp>
}

export interface OpenRoleTerms {
  term: string
  confirmed_on: string
  role_id: string
}

export interface Availabilities {
  member_id: string
  hours: number
  zone: string
  rewards: Reward[]
  topics: Generated<Topic[]>
  note: Generated<string>
  /** A date. */
  until: string
  renewed_on: Generated<string>
}

export interface SeekerTerms {
  term: string
  renewed_on: string
  member_id: string
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
