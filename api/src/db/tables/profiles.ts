import type { Generated } from 'kysely'
import type { Timestamp } from './timestamp.ts'

/** One upload: in storage once `stored_at` is set, worn by a member once the profile is saved. */
export interface Pictures {
  key: string
  member_id: string
  uploaded_at: Generated<Timestamp>
  stored_at: Timestamp | null
  is_worn: Generated<boolean>
}

/** What is read on a profile alone. A member without a row has said nothing yet. */
export interface Profiles {
  member_id: string
  bio: Generated<string>
  skills: Generated<string[]>
  github: Generated<string>
  linkedin: Generated<string>
  website: Generated<string>
  location: Generated<string>
  /** JSON of the contract's `SocialLink[]`. */
  social_links: Generated<string>
}

/** Kept by a trigger on `profiles`. */
export interface Skills {
  folded: string
  name: string
  members: number
}
