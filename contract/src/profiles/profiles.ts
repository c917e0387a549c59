import { z } from 'zod/mini'
import { Email, FirstName, LastName } from '../accounts/accounts.ts'
import { Availability } from '../people/availability.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Person } from '../people/people.ts'
import { parsePictureKey } from '../pictures/pictures.ts'
import {
  Count,
  optionalLine,
  optionalText,
  successReply,
  requiredLine,
  Timestamp,
} from '../primitives.ts'
import { MemberTeam, PROFILE_TEAMS_MAX } from '../projects/projects.ts'
import { areDistinctSkills, Skill } from '../skills/skills.ts'
import { githubLink, optionalLink, linkedinLink, requiredLink } from '../urls.ts'

export const BIO_MAX = 1000
export const LOCATION_MAX = 100
export const SKILLS_MAX = 50
export const PLATFORM_MAX = 30
export const SOCIAL_LINKS_MAX = 10
export const SKILL_SUGGESTIONS_MAX = 8

const INVALID_URL_MESSAGE = 'Please enter a valid URL'

export const SocialLink = z.object({
  platform: requiredLine({
    max: PLATFORM_MAX,
    required: 'Platform is required',
    tooLong: `Platform cannot be more than ${PLATFORM_MAX} characters`,
  }),
  url: requiredLink(INVALID_URL_MESSAGE),
})
export type SocialLink = z.infer<typeof SocialLink>

/** The editable fields of a profile. The form, the API and the tests all validate with this schema. */
export const ProfileForm = z.object({
  firstName: FirstName,
  lastName: LastName,
  bio: optionalText({ max: BIO_MAX, tooLong: `About cannot be more than ${BIO_MAX} characters` }),
  skills: z
    .array(Skill)
    .check(
      z.maxLength(SKILLS_MAX, `You can list up to ${SKILLS_MAX} skills`),
      z.refine(areDistinctSkills, 'A skill is listed twice'),
    ),
  github: githubLink('Please enter a valid GitHub URL'),
  linkedin: linkedinLink('Please enter a valid LinkedIn URL'),
  website: optionalLink(INVALID_URL_MESSAGE),
  location: optionalLine({
    max: LOCATION_MAX,
    tooLong: `Location cannot be more than ${LOCATION_MAX} characters`,
  }),
  /** Empty, or the `url` of a picture that this member uploaded. */
  profilePicture: z
    .string()
    .check(
      z.refine(
        (url) => url === '' || parsePictureKey(url) !== null,
        'Please upload the picture again',
      ),
    ),
  /** A new email takes effect once it is confirmed with the link sent to it. */
  email: Email,
  socialLinks: z
    .array(SocialLink)
    .check(z.maxLength(SOCIAL_LINKS_MAX, `You can list up to ${SOCIAL_LINKS_MAX} links`)),
})
export type ProfileForm = z.infer<typeof ProfileForm>

/**
 * Counts of the member's posts: all, those of type seeking-contributors (`collaborations`), those of type
 * looking-to-join (`contributions`). The names belong to the published API.
 */
export const Stats = z.object({ posts: Count, collaborations: Count, contributions: Count })
export type Stats = z.infer<typeof Stats>

/** A member's profile as every member sees it. */
export const Profile = z.extend(Person, {
  firstName: z.string(),
  lastName: z.string(),
  bio: z.string(),
  skills: z.array(z.string()),
  /** The keys of those skills that have a page, see `skillKey`. */
  skillPages: z.array(z.string()),
  github: z.string(),
  linkedin: z.string(),
  website: z.string(),
  location: z.string(),
  socialLinks: z.array(z.object({ platform: z.string(), url: z.string() })),
  stats: Stats,
  /** Null unless the member is open to join today. */
  availability: z.nullable(Availability),
  /** The newest first. */
  teams: z.array(MemberTeam).check(z.maxLength(PROFILE_TEAMS_MAX)),
  createdAt: Timestamp,
})
export type Profile = z.infer<typeof Profile>

/** A member's own profile, with private fields. */
export const OwnProfile = z.extend(Profile, {
  email: z.string(),
  /** The new email that is not confirmed yet. */
  pendingEmail: z.nullable(z.string()),
  /** Present when the account signs in with Google and has no password. The name belongs to the published API. */
  googleId: z.optional(z.literal('google')),
})
export type OwnProfile = z.infer<typeof OwnProfile>

export const readOwnProfile = defineEndpoint({
  method: 'GET',
  url: '/api/profile/me',
  access: 'member',
  schema: { response: { 200: successReply({ data: OwnProfile }) } },
})

/** An absent field stays as it is, an empty one is cleared. Each call with another email sends mails. */
export const updateProfile = defineEndpoint({
  method: 'PUT',
  url: '/api/profile/me',
  access: 'member',
  proof: 'sometimes',
  idempotentBy: 'noEmail',
  schema: {
    body: z.partial(ProfileForm),
    response: { 200: successReply({ message: z.string(), data: OwnProfile }) },
  },
})

/** Finds a member by username, ignoring case, or by id. */
export const readProfile = defineEndpoint({
  method: 'GET',
  url: '/api/profile/user/:username',
  access: 'member',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: {
    params: z.object({ username: z.string().check(z.maxLength(100, 'User not found')) }),
    response: { 200: successReply({ data: Profile }) },
  },
})

/** Skills that start with the text and that several members list, the most listed first. */
export const suggestSkills = defineEndpoint({
  method: 'GET',
  url: '/api/profile/skills',
  access: 'member',
  source: 'standby',
  limit: 'search',
  schema: {
    querystring: z.object({ q: Skill }),
    response: { 200: successReply({ data: z.array(z.string()) }) },
  },
})
