import type { ProjectState, ReplyDays, Topic } from '@dolph/contract/projects/projects'
import type { Generated } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    projects: Projects
    team_members: TeamMembers
  }
}

interface Projects {
  post_id: string
  state: ProjectState | null
  topics: Generated<Topic[]>
  open_roles: Generated<number>
  /** Names of skills. */
  open_skills: Generated<string[]>
  team_size: Generated<number>
  reply_days: Generated<ReplyDays>
  is_listed: Generated<boolean>
}

/** The author of the post is no row. */
interface TeamMembers {
  post_id: string
  member_id: string
  role_id: string | null
  role_title: string
  is_co_owner: Generated<boolean>
  joined_at: Generated<Timestamp>
  left_at: Timestamp | null
}
