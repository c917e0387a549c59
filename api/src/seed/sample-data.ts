import { readdirSync, readFileSync } from 'node:fs'
import { ReactionKind } from '@dolph/contract/messaging/revisions'
import { PostType } from '@dolph/contract/posts/post-type'
import { SocialLink } from '@dolph/contract/profiles/profiles'
import { Topic } from '@dolph/contract/projects/projects'
import { z } from 'zod'
import { readYaml, WORLD } from './read-yaml.ts'

const Text = z.string().default('')
/** Separated by spaces. */
const Usernames = Text.transform((names) => names.split(' ').filter((name) => name !== ''))

const MemberFields = z.strictObject({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  location: Text,
  /** That of the location. */
  zone: z.string().optional(),
  skills: z.array(z.string()).default([]),
  github: Text,
  website: Text,
  socialLinks: z.array(SocialLink).default([]),
  bio: Text,
})
const SampleMember = MemberFields.transform(
  ({ username, firstName, lastName, zone, ...profile }) => ({
    username,
    firstName,
    lastName,
    zone,
    profile,
  }),
)
export type SampleMember = z.infer<typeof SampleMember>

const SampleProject = z.strictObject({
  name: z.string(),
  topics: z.array(Topic),
  stack: z.string(),
  workingFeatures: z.array(z.string()).default([]),
  openTasks: z.array(z.string()).default([]),
})

/** A file of `world/pictures`, without its ending. */
const SamplePicture = z.strictObject({ picture: z.string(), alt: z.string() })
export type SamplePicture = z.infer<typeof SamplePicture>

const PostFields = z.strictObject({
  title: z.string(),
  /** A username, like `likers` and `by`. */
  author: z.string(),
  type: PostType,
  /** The key of a project in `projects.yaml`; none if the post is about its author. */
  project: z.string().optional(),
  /** Of each post another one, so that their order is always the same. */
  minutesAgo: z.number(),
  github: Text,
  demo: Text,
  projectUrl: Text,
  /** Most posts get the cover that is drawn from their title and type. */
  cover: SamplePicture.optional(),
  body: z.string(),
  /** The oldest like first. */
  likers: Usernames,
  /** `replyTo` is the index of an earlier comment. */
  comments: z
    .array(z.strictObject({ by: z.string(), replyTo: z.int().optional(), text: z.string() }))
    .default([]),
})
export interface SamplePost extends Omit<z.infer<typeof PostFields>, 'project'> {
  project: z.infer<typeof SampleProject> | null
}

const Conversation = z.strictObject({
  participants: z.tuple([z.string(), z.string()]),
  /** The oldest first. */
  messages: z.array(
    z.strictObject({
      from: z.string(),
      minutesAgo: z.int(),
      isRead: z.boolean().default(true),
      text: z.string(),
    }),
  ),
})

const Room = z.strictObject({
  /** The title of the post of the team. */
  post: z.string(),
  /** The oldest first. */
  messages: z.array(
    z.strictObject({
      from: z.string(),
      minutesAgo: z.int(),
      text: z.string(),
      isMarkdown: z.boolean().default(false),
      isEdited: z.boolean().default(false),
      /** The earlier message that this one answers, by its `minutesAgo`. */
      answers: z.optional(z.int()),
      /** Who reacted how, by username. */
      reactions: z.partialRecord(ReactionKind, z.array(z.string())).default({}),
    }),
  ),
})

/** Invented members, and their posts, the oldest first. */
export function readSampleData(): { members: SampleMember[]; posts: SamplePost[] } {
  const projects = readYaml('projects.yaml', z.record(z.string(), SampleProject))
  const posts = readdirSync(new URL('posts/', WORLD))
    .flatMap((file) => readYaml(`posts/${file}`, z.array(PostFields)))
    .map((post) => ({ ...post, project: findProject(projects, post.project) }))
    .toSorted((one, other) => other.minutesAgo - one.minutesAgo)
  return { members: readYaml('members.yaml', z.array(SampleMember)), posts }
}

export function readSampleConversations() {
  return readYaml('conversations.yaml', z.array(Conversation))
}

export function readSampleRooms() {
  return readYaml('rooms.yaml', z.array(Room))
}

/** Undefined for a member without a face. */
export function readFace(username: string): Buffer | undefined {
  return readdirSync(new URL('faces/', WORLD)).includes(`${username}.svg`)
    ? readFileSync(new URL(`faces/${username}.svg`, WORLD))
    : undefined
}

export function readPicture(name: string): Buffer {
  return readFileSync(new URL(`pictures/${name}.svg`, WORLD))
}

function findProject(
  projects: Record<string, z.infer<typeof SampleProject>>,
  key: string | undefined,
) {
  if (key === undefined) return null
  const project = projects[key]
  if (!project) throw new Error(`projects.yaml has no ${key}`)
  return project
}
