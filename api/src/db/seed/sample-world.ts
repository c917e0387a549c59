import type { PostType } from '@dolph/contract/posts'
import { type Chance, chanceFrom } from './chance.ts'
import { readPeople, readProjects } from './content-files.ts'
import { conversationMaker } from './conversations.ts'
import { linksOf } from './links.ts'
import { profileOf, type SampleProfile } from './profiles.ts'
import { collectStories, type Untold } from './stories.ts'

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
const OLDEST_MINUTES = 18 * 30.4 * 24 * 60
const EXTRA_POSTS = { ideas: 30, seeking: 45, progress: 50, issues: 44 }

/** Invented members and their posts, oldest post first; the same on every call. */
export function sampleWorld(): { members: SampleMember[]; posts: SamplePost[] } {
  const chance = chanceFrom('a world of samples')
  const people = readPeople()
  const projects = readProjects()
  const untold = collectStories(chance, projects, people, EXTRA_POSTS)
  const stories = inOrderOfTime(chance, untold).map((tell) => tell())
  if (stories.length !== POST_COUNT) throw new Error(`${stories.length} posts were written`)

  const talkBelow = conversationMaker(chance, people, projects)
  const usernames = people.map(({ username }) => username)
  const posts = stories.map((story, place) => {
    const minutesAgo = ageAt(chance, place)
    const likers = chance.shuffled(usernames.filter((username) => username !== story.author))
    return {
      author: story.author,
      title: story.title,
      type: story.type,
      body: story.body,
      ...linksOf(chance, story),
      minutesAgo,
      likers: likers.slice(0, likeCount(chance, minutesAgo)),
      comments: talkBelow(story, commentCount(chance, minutesAgo)),
    }
  })
  const members = people.map((person) => ({
    username: person.username,
    firstName: person.firstName,
    lastName: person.lastName,
    profile: profileOf(person, projects),
  }))
  return { members, posts }
}

/** Projects begin at different times; from then on their posts keep their order and some distance. */
function inOrderOfTime(chance: Chance, sources: Untold[][]): Untold[] {
  return sources
    .flatMap((stories) => {
      const begin = chance.roll() * 0.8
      return stories.map((story, place) => ({
        story,
        time: begin + ((1 - begin) * (place + chance.roll())) / stories.length,
      }))
    })
    .toSorted((one, other) => one.time - other.time)
    .map(({ story }) => story)
}

/** Squared, so that recent weeks are full and some posts are minutes old. */
function ageAt(chance: Chance, place: number): number {
  const remaining = (POST_COUNT - place - chance.roll() * 0.9) / POST_COUNT
  return Math.max(1, Math.round(OLDEST_MINUTES * remaining ** 2))
}

/** Most posts have a handful of likes, a few have very many; new ones had no time yet. */
function likeCount(chance: Chance, minutesAgo: number): number {
  const appeal = Math.floor(3 / (1 - chance.roll()) ** 0.75 - 3 + chance.roll() * 3)
  return Math.min(appeal, 78, Math.ceil(minutesAgo / 15))
}

function commentCount(chance: Chance, minutesAgo: number): number {
  return Math.min(Math.floor(13 * chance.roll() ** 2.2), Math.floor(minutesAgo / 25))
}
