import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Post } from '../posts/posts.ts'
import { Count, successReply } from '../primitives.ts'
import { Role, RolePost } from '../roles/roles.ts'
import { Skill, SKILL_MAX } from './skills.ts'

/** Open roles are counted up to this number. */
export const COUNTED_ROLES_MAX = 100
/** How many roles and projects the page of a skill or topic shows; `/roles` has all of them. */
export const PAGE_ROLES_MAX = 20
export const PAGE_PROJECTS_MAX = 12
/** Search engines list the page of a skill or topic from this number of open roles on, not counting those of new accounts. */
export const INDEXED_FROM_ROLES = 3

export const SKILL_NOT_FOUND = 'Skill not found'
export const TOPIC_NOT_FOUND = 'Topic not found'

/** What the head of the page of a skill or topic says. */
export const SkillSummary = z.object({
  key: z.string(),
  name: z.string(),
  openRoles: Count.check(z.lte(COUNTED_ROLES_MAX)),
  isIndexed: z.boolean(),
})
export type SkillSummary = z.infer<typeof SkillSummary>

/** `data`: the newest projects with open roles for the skill or topic. */
const pageReply = successReply({
  summary: SkillSummary,
  roles: z.array(z.object({ role: Role, post: RolePost })).check(z.maxLength(PAGE_ROLES_MAX)),
  data: z.array(Post).check(z.maxLength(PAGE_PROJECTS_MAX)),
})

/** Any spelling of a skill is accepted. A skill that no listed open role and fewer than two profiles name is not found. */
export const readSkill = defineEndpoint({
  method: 'GET',
  url: '/api/skills/:key',
  access: 'public',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: {
    params: z.object({ key: Skill }),
    response: { 200: pageReply },
  },
})

export const readTopic = defineEndpoint({
  method: 'GET',
  url: '/api/topics/:key',
  access: 'public',
  source: 'standby',
  confirmsMissing: true,
  errors: ['not-found'],
  schema: {
    params: z.object({ key: z.string().check(z.maxLength(SKILL_MAX, TOPIC_NOT_FOUND)) }),
    response: { 200: pageReply },
  },
})

/** The description of the page for search engines and link previews. */
export function describeSkillPage({ name, openRoles }: SkillSummary): string {
  return `${countRoles(openRoles)} for ${name} in the projects of developers, with hours a week, time zone and reward.`
}

function countRoles(count: number): string {
  if (count === 0) return 'No open roles'
  if (count >= COUNTED_ROLES_MAX) return `More than ${COUNTED_ROLES_MAX - 1} open roles`
  return count === 1 ? '1 open role' : `${count} open roles`
}
