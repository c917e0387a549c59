import type { OwnProfile, ProfileForm } from '@dolph/contract/profiles/profiles'
import { z } from 'zod/mini'

/** Values of the form, valid or not. */
export type ProfileFields = ProfileForm

/** Only changed fields are stored: the others follow the profile, which may be edited on another device meanwhile. */
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
    firstName,
    lastName,
    bio,
    skills,
    github,
    linkedin,
    website,
    location,
    profilePicture,
    email,
    socialLinks,
  }
}

/** The fields of `current` that differ from `original`. */
export function getChangedFields(
  current: ProfileFields,
  original: ProfileFields,
): Partial<ProfileFields> {
  const changed = PROFILE_FIELD_NAMES.filter(
    (name) => JSON.stringify(current[name]) !== JSON.stringify(original[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, current[name]]))
}

export function applyChanges(
  original: ProfileFields,
  draft: StoredProfileDraft | undefined,
): ProfileFields {
  // The cast is safe: parsed JSON never contains a key with an undefined value.
  return { ...original, ...(draft as Partial<ProfileFields> | undefined) }
}
