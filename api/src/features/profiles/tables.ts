import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    profiles: Profiles
  }
}

/** The fields that only the profile page shows. A member without a row has not filled them in yet. */
interface Profiles {
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
