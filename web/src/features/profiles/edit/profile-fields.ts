import type { OwnProfile, ProfileForm } from '@dolph/contract/profiles'
import { z } from 'zod/mini'

/** What stands in the form, right or wrong. */
export type ProfileFields = ProfileForm

/** Only what was changed is kept on the device: the rest follows the profile, wherever that is edited meanwhile. */
export const StoredProfileDraft = z.partial(
  z.object({
    firstName: z.string(),
    lastName: z.string(),
    bio: z.string(),
    skills: z.array(z.string()),
    github: z.string(),
    linkedin: z.string(),
    website: z.string(),
    location: z.string(),
    profilePicture: z.string(),
    email: z.string(),
    socialLinks: z.array(z.object({ platform: z.string(), url: z.string() })),
  }),
)
export type StoredProfileDraft = z.infer<typeof StoredProfileDraft>

export const PROFILE_FIELD_NAMES = [
  'profilePicture',
  'firstName',
  'lastName',
  'bio',
  'location',
  'skills',
  'github',
  'linkedin',
  'website',
  'socialLinks',
  'email',
] as const

export function toProfileFields(profile: OwnProfile): ProfileFields {
  const { firstName, lastName, bio, skills, github, linkedin } = profile
  const { website, location, profilePicture, email, socialLinks } = profile
  return {
    ...{ firstName, lastName, bio, skills, github, linkedin },
    ...{ website, location, profilePicture, email, socialLinks },
  }
}

/** The fields of `now` that say something else than those of `before`. */
export function getChangedFields(
  now: ProfileFields,
  before: ProfileFields,
): Partial<ProfileFields> {
  const changed = PROFILE_FIELD_NAMES.filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, now[name]]))
}

export function applyChanges(
  before: ProfileFields,
  kept: StoredProfileDraft | undefined,
): ProfileFields {
  // What was kept as JSON has no field that is there and undefined.
  return { ...before, ...(kept as Partial<ProfileFields> | undefined) }
}
