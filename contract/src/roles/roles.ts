import { z } from 'zod/mini'
import { Answers } from './answers.ts'
import { Hours, Reward, Zone } from '../people/availability.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Fit } from './fit.ts'
import { JoinRequestState } from '../join-requests/join-request-state.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Person } from '../people/people.ts'
import { PostType } from '../posts/post-type.ts'
import {
  Count,
  Id,
  optionalLine,
  optionalText,
  pathId,
  requiredLine,
  successReply,
  TempId,
  Timestamp,
} from '../primitives.ts'
import { ProjectState, Topic } from '../projects/projects.ts'
import { areDistinctSkills, Skill, skillKey } from '../skills/skills.ts'

export const ROLE_TITLE_MAX = 60
export const ROLE_ABOUT_MAX = 500
export const ROLE_SKILLS_MAX = 8
export const ROLE_MUST_SKILLS_MAX = 3
export const REWARD_NOTE_MAX = 100
export const SEATS_MAX = 9
/** How many roles of a post can be open or paused at once. */
export const OPEN_ROLES_MAX = 5
/** Days without an answer, update or edit by an owner: then the owners are asked, the role is shown as maybe inactive, and it is closed. */
export const STILL_OPEN_ASKED_AFTER_DAYS = 21
export const ROLE_QUIET_AFTER_DAYS = 28
export const ROLE_CLOSED_AFTER_DAYS = 35

export const TOO_MANY_OPEN_ROLES = `You can have up to ${OPEN_ROLES_MAX} open roles on a project`
export const ROLE_NOT_FOUND = 'Role not found'

export const RoleTerm = z.enum(['weeks', 'months', 'open'])
export type RoleTerm = z.infer<typeof RoleTerm>

/** `filled`: all seats are taken. `closed`: only the owners and members who asked to join through the role can read it. */
export const RoleState = z.enum(['open', 'paused', 'filled', 'closed'])
export type RoleState = z.infer<typeof RoleState>

const roleFields = {
  title: requiredLine({
    max: ROLE_TITLE_MAX,
    required: 'Title is required',
    tooLong: `Title cannot be more than ${ROLE_TITLE_MAX} characters`,
  }).check(z.refine((title) => !/https?:|www\./i.test(title), 'A title has no links')),
  about: optionalText({
    max: ROLE_ABOUT_MAX,
    tooLong: `Description cannot be more than ${ROLE_ABOUT_MAX} characters`,
  }),
  skills: z
    .array(Skill)
    .check(
      z.minLength(1, 'Name at least one skill'),
      z.maxLength(ROLE_SKILLS_MAX, `Name up to ${ROLE_SKILLS_MAX} skills`),
      z.refine(areDistinctSkills, 'A skill is listed twice'),
    ),
  mustSkills: z
    .array(Skill)
    .check(
      z.maxLength(ROLE_MUST_SKILLS_MAX, 'Mark up to three as required.'),
      z.refine(areDistinctSkills, 'A skill is listed twice'),
    ),
  /** The hours a week that the role takes. */
  hours: z
    .object({ from: Hours, to: Hours })
    .check(z.refine(({ from, to }) => from <= to, 'The first number must be the smaller one')),
  term: RoleTerm,
  /** Members within `zoneSpread` hours of this zone are wanted. Null: any time zone. */
  zone: z.nullable(Zone),
  zoneSpread: z.nullable(z.literal([3, 6])),
  reward: Reward,
  rewardNote: optionalLine({
    max: REWARD_NOTE_MAX,
    tooLong: `A note cannot be more than ${REWARD_NOTE_MAX} characters`,
  }),
  seats: z.int().check(z.gte(1), z.lte(SEATS_MAX, `At most ${SEATS_MAX} people`)),
}

/** Has the rules between fields too: an edit is merged with the stored role and then checked with this schema. */
export const RoleDraft = z.object(roleFields).check(
  z.refine(areMustsListed, {
    error: 'Required skills must be among the skills',
    path: ['mustSkills'],
  }),
  z.refine(({ zone, zoneSpread }) => (zone === null) === (zoneSpread === null), {
    error: 'Choose a time zone and how far from it',
    path: ['zoneSpread'],
  }),
  z.refine(({ reward, rewardNote }) => reward !== 'paid' || rewardNote !== '', {
    error: 'Say what is paid',
    path: ['rewardNote'],
  }),
)
export type RoleDraft = z.infer<typeof RoleDraft>

export const Role = z.object({
  ...roleFields,
  _id: Id,
  post: Id,
  state: RoleState,
  /** The seats that are taken. */
  filled: Count,
  /** True if no owner answered, posted an update or edited for four weeks; the UI shows "May be inactive". */
  isQuiet: z.boolean(),
  /** The date in UTC on which an owner last answered, posted an update, edited or confirmed the role. */
  confirmedOn: z.iso.date(),
  createdAt: Timestamp,
  /** The newest request of the caller for this role, or invitation of the caller to it. */
  joinRequest: z.nullable(
    z.object({
      _id: Id,
      state: JoinRequestState,
      fromOwner: z.boolean(),
      dueAt: Timestamp,
      /** The owner with whom the caller talks about it, as in `JoinRequest`. */
      counterpart: z.nullable(Person),
    }),
  ),
  /** The fit of the caller; null for visitors and owners. */
  fit: z.nullable(Fit),
})
export type Role = z.infer<typeof Role>

const postParams = z.object({ id: pathId('Post not found') })
const params = z.object({ id: pathId(ROLE_NOT_FOUND) })
const roleReply = successReply({ data: Role })

/** Lists the roles of a post that the caller may read: open ones first, then paused, filled and closed ones. */
export const listRoles = defineEndpoint({
  method: 'GET',
  url: '/api/posts/:id/roles',
  access: 'member',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: {
    params: postParams,
    response: { 200: successReply({ data: z.array(Role), answers: z.nullable(Answers) }) },
  },
})

/** Creates a role. Refuses with `conflict`: too many open roles, a post of type looking-to-join, or another draft under the same `tempId`. */
export const createRole = defineEndpoint({
  method: 'POST',
  url: '/api/posts/:id/roles',
  access: 'member',
  restriction: 'posting',
  limit: 'role',
  errors: ['conflict', 'not-found'],
  idempotentBy: 'tempId',
  schema: {
    params: postParams,
    body: z.extend(z.object(roleFields), { tempId: z.optional(TempId) }),
    response: { 201: roleReply },
  },
})

/** Changes the fields that are sent and leaves the others. */
export const editRole = defineEndpoint({
  method: 'PUT',
  url: '/api/roles/:id',
  access: 'member',
  restriction: 'posting',
  limit: 'role',
  errors: ['conflict', 'not-found'],
  idempotentBy: 'always',
  schema: { params, body: z.partial(z.object(roleFields)), response: { 200: roleReply } },
})

/** Opens, pauses or closes a role. A role becomes `filled` only by its last seat. */
export const setRoleState = defineEndpoint({
  method: 'PUT',
  url: '/api/roles/:id/state',
  access: 'member',
  restriction: 'posting',
  limit: 'role',
  errors: ['conflict', 'not-found'],
  schema: {
    params,
    body: z.object({ state: z.enum(['open', 'paused', 'closed']) }),
    response: { 200: roleReply },
  },
})

/** Deletes the role, or closes it (`isDeleted` false) if a member joined through it. */
export const deleteRole = defineEndpoint({
  method: 'DELETE',
  url: '/api/roles/:id',
  access: 'member',
  limit: 'role',
  errors: ['not-found'],
  schema: { params, response: { 200: successReply({ isDeleted: z.boolean() }) } },
})

/** Confirms that the roles are still open. Roles that were paused because three requests ended unanswered open again. */
export const confirmRoles = defineEndpoint({
  method: 'PUT',
  url: '/api/roles/confirm',
  access: 'member',
  schema: {
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
    response: { 200: successReply({ confirmed: Count }) },
  },
})

export const RoleFilter = z.object({
  skill: z.optional(Skill),
  /** What the reader typed of a skill: finds the skill of this name, or else those that begin with it. `skill` wins. */
  skillStart: z.optional(Skill),
  topic: z.optional(Topic),
  reward: z.optional(Reward),
  /** The hours a week that the reader has: finds the roles that ask for no more. */
  hours: z.optional(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(40))),
  /** The time zone of the reader: finds the roles that want members there. */
  near: z.optional(Zone),
  term: z.optional(RoleTerm),
})
export type RoleFilter = z.output<typeof RoleFilter>

/** `fit`: the best fit of the member first. `newest`: the last confirmed first. */
export const RoleOrder = z.enum(['fit', 'newest'])
export type RoleOrder = z.infer<typeof RoleOrder>

export const RolePost = z.object({
  _id: Id,
  title: z.string(),
  type: PostType,
  user: Person,
  state: z.nullable(ProjectState),
  topics: z.array(Topic),
})
export type RolePost = z.infer<typeof RolePost>

/**
 * Lists open roles: for a member whose profile has skills the best fit first, else, or if so asked, the last confirmed first. A page
 * checks a bounded number of roles, so an empty page can have a `nextCursor`.
 */
export const browseRoles = defineEndpoint({
  method: 'GET',
  url: '/api/roles',
  access: 'public',
  source: 'standby',
  schema: {
    querystring: z.extend(RoleFilter, { ...pageQuery, order: z.optional(RoleOrder) }),
    response: {
      200: successReply({
        data: z.array(z.object({ role: Role, post: RolePost })),
        nextCursor: z.nullable(Cursor),
        /** The order of the list; absent for visitors, whose list is always the newest first. */
        order: z.optional(RoleOrder),
      }),
    },
  },
})

/** Lists the open roles of the caller's newest projects, and of those that they co-own: to which they can invite. */
export const listOwnOpenRoles = defineEndpoint({
  method: 'GET',
  url: '/api/roles/own',
  access: 'member',
  schema: {
    response: { 200: successReply({ data: z.array(z.object({ role: Role, post: RolePost })) }) },
  },
})

function areMustsListed({ skills, mustSkills }: { skills: string[]; mustSkills: string[] }) {
  const keys = new Set(skills.map(skillKey))
  return mustSkills.every((skill) => keys.has(skillKey(skill)))
}
