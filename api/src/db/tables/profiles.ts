import type { Generated } from 'kysely'
import type { Timestamp } from './timestamp.ts'

/** An uploaded picture: in storage once `stored_at` is set. */
export interface Pictures {
  key: string
  member_id: string
  uploaded_at: Generated<Timestamp>
  stored_at: Timestamp | null
  /** Whether a profile or a post uses it. */
  in_use: Generated<boolean>
  /** In pixels; null for a profile picture, whose sizes are fixed. */
  width: number | null
  height: number | null
}

/** The fields that only the profile page shows. A member without a row has not filled them in yet. */
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

/** Maintained by a trigger on `profiles`. */
export interface Skills {
  folded: string
  name: string
  members: number
}
