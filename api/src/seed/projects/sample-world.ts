import type { ProjectState } from '@dolph/contract/projects/projects'
import type { SampleMember, SamplePost } from '../sample-data.ts'

export const DAY_MS = 86_400_000

/** The members with posts that a developer signs in as. */
export const FIRST_USERNAMES = ['ada', 'bob', 'carla', 'dan']

/** A sample post in the database. */
export interface StoredPost extends SamplePost {
  id: string
  postedAt: Date
}

/** A post about a project whose owner said something about it. */
export interface StoredProject extends StoredPost {
  project: NonNullable<SamplePost['project']>
  state: ProjectState
  replyDays: 2 | 7 | 14
}

export interface SampleWorld {
  members: SampleMember[]
  posts: StoredPost[]
  getMemberId: (username: string) => string
  now: Date
}

/** The day in UTC. */
export function toDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
