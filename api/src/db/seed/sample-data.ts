import type { PostType } from '@dolph/contract/post-type'
import { type SeededRandom, createSeededRandom } from './seeded-random.ts'
import { readPeople, readProjects, type SourceProject } from './content-files.ts'
import { createCommentWriter } from './comment-writer.ts'
import { createPostLinks } from './post-links.ts'
import { createSampleProfile, type SampleProfile } from './sample-profile.ts'
import { SILENT_MEMBERS } from './silent-members.ts'
import { readFeaturedPosts, type SamplePicture } from './featured-posts.ts'
import { planPosts, type GeneratedPost, type PostGenerator } from './post-generators.ts'

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
  /** The index of an earlier comment of the same post, or null. */
  replyTo: number | null
}

export interface SamplePost {
  /** A username. */
  author: string
  title: string
  type: PostType
  body: string
  cover: SamplePicture | null
  github: string
  demo: string
  projectUrl: string
  minutesAgo: number
  /** Usernames, the oldest like first. */
  likers: string[]
  comments: SampleComment[]
  /** Null when the post is about its author. */
  project: SourceProject | null
}

const POST_COUNT = 1000
const OLDEST_POST_MINUTES = 18 * 30.4 * 24 * 60
const EXTRA_POSTS = { ideas: 30, seeking: 35, progress: 40, issues: 34 }
/** Featured posts are among the newest of all posts: this share of them. */
const FEATURED_SHARE = 0.15

/** Invented members and their posts, oldest post first; the same on every call. */
export function createSampleData(): { members: SampleMember[]; posts: SamplePost[] } {
  const random = createSeededRandom('a world of samples')
  const people = readPeople()
  const projects = readProjects()
  const plannedPosts = planPosts(random, projects, people, EXTRA_POSTS)
  const generatedPosts = orderByTime(random, plannedPosts, readFeaturedPosts()).map((generate) =>
    generate(),
  )
  if (generatedPosts.length !== POST_COUNT)
    throw new Error(`${generatedPosts.length} posts were generated instead of ${POST_COUNT}`)

  const writeComments = createCommentWriter(random, people, projects)
  const usernames = people.map(({ username }) => username)
  const posts = generatedPosts.map((post, index) => {
    const minutesAgo = pickAgeMinutes(random, index)
    const likers = random.shuffle(usernames.filter((username) => username !== post.author))
    return {
      author: post.author,
      title: post.title,
      type: post.type,
      body: post.body,
      cover: post.cover,
      ...createPostLinks(random, post),
      minutesAgo,
      likers: likers.slice(0, pickLikeCount(random, minutesAgo)),
      comments: writeComments(post, pickCommentCount(random, minutesAgo)),
      project: post.project,
    }
  })
  const members = people.map((person) => ({
    username: person.username,
    firstName: person.firstName,
    lastName: person.lastName,
    profile: createSampleProfile(person, projects),
  }))
  return { members: [...members, ...SILENT_MEMBERS], posts }
}

/**
 * Projects start at different times; their posts keep their order and are spread over the remaining time. Featured posts
 * are recent, most of them among the first that a visitor sees.
 */
function orderByTime(
  random: SeededRandom,
  sources: PostGenerator[][],
  featured: GeneratedPost[],
): PostGenerator[] {
  const spread = sources.flatMap((generators) => {
    const start = random.nextFloat() * 0.8
    return generators.map((generator, index) => ({
      generator,
      time: start + ((1 - start) * (index + random.nextFloat())) / generators.length,
    }))
  })
  // A generator of its own, so that another featured post does not change all the others.
  const featuredRandom = createSeededRandom('featured posts')
  const recent = featured.map((post) => ({
    generator: () => post,
    time: 1 - FEATURED_SHARE * featuredRandom.nextFloat() ** 2,
  }))
  return [...spread, ...recent]
    .toSorted((one, other) => one.time - other.time)
    .map(({ generator }) => generator)
}

/** Squared, so that most posts are recent and some are minutes old. */
function pickAgeMinutes(random: SeededRandom, index: number): number {
  const remaining = (POST_COUNT - index - random.nextFloat() * 0.9) / POST_COUNT
  return Math.max(1, Math.round(OLDEST_POST_MINUTES * remaining ** 2))
}

/** Most posts have a handful of likes, a few have very many; new posts have few. */
function pickLikeCount(random: SeededRandom, minutesAgo: number): number {
  const appeal = Math.floor(3 / (1 - random.nextFloat()) ** 0.75 - 3 + random.nextFloat() * 3)
  return Math.min(appeal, 78, Math.ceil(minutesAgo / 15))
}

function pickCommentCount(random: SeededRandom, minutesAgo: number): number {
  return Math.min(Math.floor(13 * random.nextFloat() ** 2.2), Math.floor(minutesAgo / 25))
}
