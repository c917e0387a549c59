import { z } from 'zod/mini'
import { Hours, Reward, Zone } from './availability.ts'
import { defineEndpoint } from './endpoint.ts'
import { Fit } from './fit.ts'
import { JoinRequestState } from './join-request-state.ts'
import { Cursor, pageQuery } from './paging.ts'
import { Person } from './people.ts'
import { PostType } from './post-type.ts'
import {
  Count,
  Id,
  optionalText,
  pathId,
  requiredText,
  successReply,
  TempId,
  Timestamp,
} from './primitives.ts'
import { ProjectState, Topic } from './projects.ts'
import { areDistinctSkills, Skill, skillKey } from './skills.ts'

export const ROLE_TITLE_MAX = 60
export const ROLE_ABOUT_MAX = 500
export const ROLE_SKILLS_MAX = 8
export const ROLE_MUST_SKILLS_MAX = 3
export const REWARD_NOTE_MAX = 100
export const SEATS_MAX = 9
/** How many roles of a post can be open or paused at once. */
export const OPEN_ROLES_MAX = 5
/** After so many days without a sign of life the owners are asked, the role is shown as maybe inactive, and it is closed. */
export const ROLE_ASKED_AFTER_DAYS = 21
export const ROLE_QUIET_AFTER_DAYS = 28
export const ROLE_CLOSED_AFTER_DAYS = 35

export const TOO_MANY_OPEN_ROLES = `You can have up to ${OPEN_ROLES_MAX} open roles on a project`
export const ROLE_NOT_FOUND = 'Role not found'

export const RoleTerm = z.enum(['weeks', 'months', 'open'])
export type RoleTerm = z.infer<typeof RoleTerm>

/** A full role is `filled`; `closed` ones are read only by the owners and those who asked to join through them. */
export const RoleState = z.enum(['open', 'paused', 'filled', 'closed'])
export type RoleState = z.infer<typeof RoleState>

const roleFields = {
  title: requiredText({
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
      z.maxLength(ROLE_MUST_SKILLS_MAX, 'Up to three can be a must.'),
      z.refine(areDistinctSkills, 'A skill is listed twice'),
    ),
  /** A week. */
  hours: z
    .object({ from: Hours, to: Hours })
    .check(z.refine(({ from, to }) => from <= to, 'The first number is the smaller one')),
  term: RoleTerm,
  /** With a spread: within so many hours of this zone. Null: any time zone. */
  zone: z.nullable(Zone),
  zoneSpread: z.nullable(z.literal([3, 6])),
  reward: Reward,
  rewardNote: optionalText({
    max: REWARD_NOTE_MAX,
    tooLong: `A note cannot be more than ${REWARD_NOTE_MAX} characters`,
  }),
  seats: z.int().check(z.gte(1), z.lte(SEATS_MAX, `At most ${SEATS_MAX} people`)),
}

/** The rules between fields; an edit is checked with what it leaves. */
export const RoleDraft = z.object(roleFields).check(
  z.refine(areMustsListed, { error: 'A must is one of the skills', path: ['mustSkills'] }),
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
  /** No sign of life of its owners for four weeks. */
  isQuiet: z.boolean(),
  /** The last sign of life; a date in UTC. */
  confirmedOn: z.iso.date(),
  createdAt: Timestamp,
  /** The caller's own newest request for this role, or invitation to it. */
  joinRequest: z.nullable(
    z.object({ _id: Id, state: JoinRequestState, fromOwner: z.boolean(), dueAt: Timestamp }),
  ),
  /** Null for visitors, and for the owners. */
  fit: z.nullable(Fit),
})
export type Role = z.infer<typeof Role>

/** How an owner answers requests to join: of the last ones, how many before their date, and the median time. */
export const Answers = z.object({ answered: Count, of: Count, medianHours: z.nullable(Count) })
export type Answers = z.infer<typeof Answers>
/** Below so many requests no rate is shown, and only so many of the newest count. */
export const ANSWERS_MIN = 5
export const ANSWERS_COUNTED_MAX = 50

const postParams = z.object({ id: pathId('Post not found') })
const params = z.object({ id: pathId(ROLE_NOT_FOUND) })
const roleReply = successReply({ data: Role })

/** The roles of a post: open ones first, then paused, filled and closed ones; those the caller may read. */
export const listRoles = defineEndpoint({
  method: 'GET',
  url: '/api/posts/:id/roles',
  access: 'member',
  errors: ['not-found'],
  schema: {
    params: postParams,
    response: { 200: successReply({ data: z.array(Role), answers: z.nullable(Answers) }) },
  },
})

/** `conflict`: too many open roles, a post of type looking-to-join, or another draft under the same `tempId`. */
export const createRole = defineEndpoint({
  method: 'POST',
  url: '/api/posts/:id/roles',
  access: 'member',
  restriction: 'posting',
  limit: 'role',
  errors: ['conflict', 'not-found'],
  schema: {
    params: postParams,
    body: z.extend(z.object(roleFields), { tempId: z.optional(TempId) }),
    response: { 201: roleReply },
  },
})

/** An absent field stays as it is. */
export const editRole = defineEndpoint({
  method: 'PUT',
  url: '/api/roles/:id',
  access: 'member',
  restriction: 'posting',
  limit: 'role',
  errors: ['conflict', 'not-found'],
  schema: { params, body: z.partial(z.object(roleFields)), response: { 200: roleReply } },
})

/** `filled` is reached by the last seat only. */
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

/** Closes the role instead, once somebody joined by it. */
export const deleteRole = defineEndpoint({
  method: 'DELETE',
  url: '/api/roles/:id',
  access: 'member',
  limit: 'role',
  errors: ['not-found'],
  schema: { params, response: { 200: successReply({ isDeleted: z.boolean() }) } },
})

/** The owner is still looking: opens again what was paused because three people waited in vain. */
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
  topic: z.optional(Topic),
  reward: z.optional(Reward),
  /** The hours a week that one has: roles that want no more. */
  hours: z.optional(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(40))),
  /** Roles for people in this time zone. */
  near: z.optional(Zone),
  term: z.optional(RoleTerm),
})
export type RoleFilter = z.output<typeof RoleFilter>

export const RolePost = z.object({
  _id: Id,
  title: z.string(),
  type: PostType,
  user: Person,
  state: z.nullable(ProjectState),
  topics: z.array(Topic),
})
export type RolePost = z.infer<typeof RolePost>

/** Open roles, the last confirmed first. A page looks at a bounded number: `nextCursor` leads on also from an empty one. */
export const browseRoles = defineEndpoint({
  method: 'GET',
  url: '/api/roles',
  access: 'public',
  schema: {
    querystring: z.extend(RoleFilter, pageQuery),
    response: {
      200: successReply({
        data: z.array(z.object({ role: Role, post: RolePost })),
        nextCursor: z.nullable(Cursor),
      }),
    },
  },
})

function areMustsListed({ skills, mustSkills }: { skills: string[]; mustSkills: string[] }) {
  const keys = new Set(skills.map(skillKey))
  return mustSkills.every((skill) => keys.has(skillKey(skill)))
}
