import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Person } from '../people/people.ts'
import { Count, Id, pathId, successReply, Timestamp } from '../primitives.ts'

export const PROJECT_TOPICS_MAX = 5
/** How many skills of open roles the card of a post shows. */
export const GLANCE_SKILLS_MAX = 6
/** How many teams a profile lists, the newest first. */
export const PROFILE_TEAMS_MAX = 20

export const Topic = z.enum([
  'accessibility',
  'art',
  'business',
  'climate',
  'community',
  'data-science',
  'developer-tools',
  'devops',
  'education',
  'finance',
  'games',
  'hardware',
  'health',
  'journalism',
  'language',
  'libraries',
  'maps',
  'mobile',
  'music',
  'open-data',
  'productivity',
  'security',
  'web',
  'other',
])
export type Topic = z.infer<typeof Topic>

export const TOPIC_LABELS: Record<Topic, string> = {
  accessibility: 'Accessibility',
  art: 'Art',
  business: 'Business',
  climate: 'Climate',
  community: 'Community',
  'data-science': 'Data science',
  'developer-tools': 'Developer tools',
  devops: 'DevOps',
  education: 'Education',
  finance: 'Finance',
  games: 'Games',
  hardware: 'Hardware',
  health: 'Health',
  journalism: 'Journalism',
  language: 'Language',
  libraries: 'Libraries',
  maps: 'Maps',
  mobile: 'Mobile',
  music: 'Music',
  'open-data': 'Open data',
  productivity: 'Productivity',
  security: 'Security',
  web: 'Web',
  other: 'Other',
}

/** `needs-owner`: the author looks for a member to lead the project. */
export const ProjectState = z.enum(['idea', 'building', 'shipped', 'paused', 'needs-owner'])
export type ProjectState = z.infer<typeof ProjectState>

export const PROJECT_STATE_LABELS: Record<ProjectState, string> = {
  idea: 'Idea',
  building: 'Building',
  shipped: 'Shipped',
  paused: 'Paused',
  'needs-owner': 'Needs a new owner',
}

/** Within how many days the owners promise to answer a request to join. */
export const ReplyDays = z.literal([2, 7, 14])
export type ReplyDays = z.infer<typeof ReplyDays>
export const DEFAULT_REPLY_DAYS: ReplyDays = 7

/** What a list of posts shows of a project. */
export const ProjectGlance = z.object({
  state: z.nullable(ProjectState),
  openRoles: Count,
  /** The skills of the open roles. */
  skills: z.array(z.string()).check(z.maxLength(GLANCE_SKILLS_MAX)),
  /** The members of the team, not counting the author. */
  teamSize: Count,
})
export type ProjectGlance = z.infer<typeof ProjectGlance>

/** Public facts of the repository that the post links, read once an hour. */
export const RepositoryFacts = z.object({
  pushedAt: z.nullable(Timestamp),
  language: z.nullable(z.string()),
  license: z.nullable(z.string()),
  isArchived: z.boolean(),
  /** Whether the repository names the author as its owner. If not, anyone could have linked it. */
  isConfirmed: z.boolean(),
})
export type RepositoryFacts = z.infer<typeof RepositoryFacts>

export const Project = z.object({
  state: z.nullable(ProjectState),
  topics: z.array(Topic),
  replyDays: ReplyDays,
  /** If false, the roles are not in `/roles`. */
  isListed: z.boolean(),
  /** Whether the caller may write roles and updates and answer requests: the author and co-owners may. */
  isOwner: z.boolean(),
  /** Absent where nothing is known of a repository. */
  repository: z.optional(RepositoryFacts),
})
export type Project = z.infer<typeof Project>

/** A member of a team. The author of the post stands first, with `role` null. */
export const TeamMember = z.object({
  person: Person,
  role: z.nullable(z.string()),
  isAuthor: z.boolean(),
  isCoOwner: z.boolean(),
  joinedAt: Timestamp,
})
export type TeamMember = z.infer<typeof TeamMember>

/** A team that a member is on, as a profile shows it. */
export const MemberTeam = z.object({
  post: z.object({ _id: Id, title: z.string() }),
  role: z.string(),
  isCoOwner: z.boolean(),
  joinedAt: Timestamp,
})
export type MemberTeam = z.infer<typeof MemberTeam>

const params = z.object({ id: pathId('Post not found') })
const projectReply = { 200: successReply({ data: Project }) }

export const readProject = defineEndpoint({
  method: 'GET',
  url: '/api/posts/:id/project',
  access: 'member',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: { params, response: projectReply },
})

/** Changes the fields that are sent and leaves the others. The state `paused` pauses the open roles. */
export const changeProject = defineEndpoint({
  method: 'PUT',
  url: '/api/posts/:id/project',
  access: 'member',
  restriction: 'posting',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: {
    params,
    body: z.object({
      state: z.optional(ProjectState),
      topics: z.optional(
        z.array(Topic).check(
          z.maxLength(PROJECT_TOPICS_MAX, `Choose up to ${PROJECT_TOPICS_MAX} topics`),
          z.refine((topics) => new Set(topics).size === topics.length, 'A topic is listed twice'),
        ),
      ),
      replyDays: z.optional(ReplyDays),
      isListed: z.optional(z.boolean()),
    }),
    response: projectReply,
  },
})

const teamReply = { 200: successReply({ data: z.array(TeamMember) }) }

/** Lists the author first, then the members by the time they joined. */
export const listTeam = defineEndpoint({
  method: 'GET',
  url: '/api/posts/:id/team',
  access: 'member',
  errors: ['not-found'],
  schema: { params, response: teamReply },
})

const teamMemberParams = z.object({
  id: pathId('Post not found'),
  userId: pathId('User not found'),
})

/** Makes a member a co-owner, or no longer one. Only the author can. */
export const changeTeamMember = defineEndpoint({
  method: 'PUT',
  url: '/api/posts/:id/team/:userId',
  access: 'member',
  errors: ['not-found'],
  schema: {
    params: teamMemberParams,
    body: z.object({ isCoOwner: z.boolean() }),
    response: teamReply,
  },
})

/**
 * Removes a member from the team: oneself, or anybody as an owner. The seat is free, but a filled role stays filled until an owner
 * opens it. A member can leave also while the post is hidden; the team is then not listed.
 */
export const leaveTeam = defineEndpoint({
  method: 'DELETE',
  url: '/api/posts/:id/team/:userId',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  schema: { params: teamMemberParams, response: teamReply },
})
