import type { Reward } from '@dolph/contract/people/availability'
import type { RoleState, RoleTerm } from '@dolph/contract/roles/roles'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    roles: Roles
    open_role_terms: OpenRoleTerms
  }
}

interface Roles {
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
  still_open_asked_on: string | null
  temp_id: string | null
  temp_digest: Buffer | null
  created_at: GeneratedAlways<Timestamp>
}

interface OpenRoleTerms {
  term: string
  confirmed_on: string
  role_id: string
}
