import type { PostType } from '@dolph/contract/posts'
import { type SeededRandom, createSeededRandom } from './seeded-random.ts'
import { readPeople, readProjects } from './content-files.ts'
import { createCommentWriter } from './comment-writer.ts'
import { createPostLinks } from './post-links.ts'
import { createSampleProfile, type SampleProfile } from './sample-profile.ts'
import { planPosts, type PostGenerator } from './post-generators.ts'

export interface SampleMember {
  username: string
  firstName: string
  lastName: string
  profile: SampleProfile
}

export interface SampleComment {
  /** A username. */
  author: string
  content: string
  /** The place of an earlier comment of the same post, or null. */
  replyTo: number | null
}

export interface SamplePost {
  /** A username. */
  author: string
  title: string
  type: PostType
  body: string
  github: string
  demo: string
  projectUrl: string
  minutesAgo: number
  /** Usernames, the oldest like first. */
  likers: string[]
  comments: SampleComment[]
}

const POST_COUNT = 1000
const OLDEST_POST_MINUTES = 18 * 30.4 * 24 * 60
const EXTRA_POSTS = { ideas: 30, seeking: 45, progress: 50, issues: 44 }

/** Invented members and their posts, oldest post first; the same on every call. */
export function createSampleData(): { members: SampleMember[]; posts: SamplePost[] } {
  const chance = createSeededRandom('a world of samples')
  const people = readPeople()
  const projects = readProjects()
  const untold = planPosts(chance, projects, people, EXTRA_POSTS)
  const stories = orderByTime(chance, untold).map((tell) => tell())
  if (stories.length !== POST_COUNT) throw new Error(`${stories.length} posts were written`)

  const talkBelow = createCommentWriter(chance, people, projects)
  const usernames = people.map(({ username }) => username)
  const posts = stories.map((story, place) => {
    const minutesAgo = pickAgeMinutes(chance, place)
    const likers = chance.shuffle(usernames.filter((username) => username !== story.author))
    return {
      author: story.author,
      title: story.title,
      type: story.type,
      body: story.body,
      ...createPostLinks(chance, story),
      minutesAgo,
      likers: likers.slice(0, pickLikeCount(chance, minutesAgo)),
      comments: talkBelow(story, pickCommentCount(chance, minutesAgo)),
    }
  })
  const members = people.map((person) => ({
    username: person.username,
    firstName: person.firstName,
    lastName: person.lastName,
    profile: createSampleProfile(person, projects),
  }))
  return { members, posts }
}

/** Projects begin at different times; from then on their posts keep their order and some distance. */
function orderByTime(chance: SeededRandom, sources: PostGenerator[][]): PostGenerator[] {
  return sources
    .flatMap((stories) => {
      const begin = chance.nextFloat() * 0.8
      return stories.map((story, place) => ({
        story,
        time: begin + ((1 - begin) * (place + chance.nextFloat())) / stories.length,
      }))
    })
    .toSorted((one, other) => one.time - other.time)
    .map(({ story }) => story)
}

/** Squared, so that recent weeks are full and some posts are minutes old. */
function pickAgeMinutes(chance: SeededRandom, place: number): number {
  const remaining = (POST_COUNT - place - chance.nextFloat() * 0.9) / POST_COUNT
  return Math.max(1, Math.round(OLDEST_POST_MINUTES * remaining ** 2))
}

/** Most posts have a handful of likes, a few have very many; new ones had no time yet. */
function pickLikeCount(chance: SeededRandom, minutesAgo: number): number {
  const appeal = Math.floor(3 / (1 - chance.nextFloat()) ** 0.75 - 3 + chance.nextFloat() * 3)
  return Math.min(appeal, 78, Math.ceil(minutesAgo / 15))
}

function pickCommentCount(chance: SeededRandom, minutesAgo: number): number {
  return Math.min(Math.floor(13 * chance.nextFloat() ** 2.2), Math.floor(minutesAgo / 25))
}
