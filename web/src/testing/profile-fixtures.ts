import type { OwnProfile, Profile } from '@dolph/contract/profiles'
import { createViewerFixture } from './viewer-fixtures.ts'

/** Bob's profile, in which every field is filled in. */
export function createProfileFixture(fields: Partial<Profile> = {}): Profile {
  return {
    ...EMPTY_PROFILE,
    _id: '01932dad-55f0-7c01-9923-d974d6c5fc0b',
    userName: 'bob',
    firstName: 'Bob',
    lastName: 'Ray',
    bio: 'I build boats.\nAnd clocks.',
    skills: ['Rust', 'Carpentry'],
    github: 'https://github.com/bob',
    linkedin: 'https://www.linkedin.com/in/bob',
    website: 'https://www.bob.example/about',
    location: 'Bergen, Norway',
    socialLinks: [{ platform: 'Mastodon', url: 'https://social.example/@bob' }],
    stats: { posts: 12, collaborations: 3, contributions: 1 },
    ...fields,
  }
}

/** The profile of the member of `createViewerFixture`, with all optional fields empty. */
export function createOwnProfileFixture(fields: Partial<OwnProfile> = {}): OwnProfile {
  const { _id, userName, firstName, lastName, email } = createViewerFixture()
  return {
    ...EMPTY_PROFILE,
    ...{ _id, userName, firstName, lastName, email },
    pendingEmail: null,
    ...fields,
  }
}

const EMPTY_PROFILE = {
  profilePicture: '',
  bio: '',
  skills: [],
  github: '',
  linkedin: '',
  website: '',
  location: '',
  socialLinks: [],
  stats: { posts: 0, collaborations: 0, contributions: 0 },
  availability: null,
  teams: [],
  createdAt: '2025-06-03T10:00:00.000Z',
}
