import type { browseRoles } from '@dolph/contract/roles/roles'
import { skillKey } from '@dolph/contract/skills/skills'
import { findUtcOffset } from '@dolph/contract/time-zone'
import type { z } from 'zod'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import { decodeEntryCursor } from './role-cursors.ts'
import type { RolePageQuery } from './role-page-query.ts'

export type BrowseRolesQuery = z.output<typeof browseRoles.schema.querystring>

export const LIST_START = {
  beforeOn: '9999-12-31',
  beforeId: MAX_ID,
} as const

/** Walks the entries of the skill if there is one: they are fewer than those of a topic. */
export function buildRolePageQuery(
  { skill, topic, reward, hours, near, term, cursor, limit }: BrowseRolesQuery,
  viewerId: string | null,
  terms: string[] | null = null,
): RolePageQuery {
  const topicTerm = topic === undefined ? null : `topic:${topic}`
  const isBySkill = skill !== undefined || terms !== null
  return {
    term: skill === undefined ? topicTerm : `skill:${skillKey(skill)}`,
    terms: skill === undefined ? terms : null,
    topic: isBySkill ? (topic ?? null) : null,
    reward: reward ?? null,
    hours: hours ?? null,
    near: near === undefined ? null : findUtcOffset(near, new Date()),
    roleTerm: term ?? null,
    withoutSkills: null,
    ...(cursor === undefined ? LIST_START : decodeEntryCursor(cursor)),
    viewerId,
    // One more than requested tells whether there is a next page.
    count: limit + 1,
  }
}
