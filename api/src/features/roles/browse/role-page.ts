import type { browseRoles } from '@dolph/contract/roles/roles'
import { skillKey } from '@dolph/contract/skills/skills'
import { findUtcOffset } from '@dolph/contract/time-zone'
import type { z } from 'zod'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import type { Database } from '../../../platform/db/database.ts'
import { buildJson, rawArray, RawJson } from '../../../platform/db/json-text.ts'
import type { CachedReply } from '../../../platform/http/replies/cached-reply.ts'
import { buildRawJsonBody, createJsonReply } from '../../../platform/http/replies/raw-json-reply.ts'
import { createVisitorPageCache } from '../../../platform/http/replies/visitor-page-cache.ts'
import { decodeTimeCursor, encodeTimeCursor } from '../../../platform/http/time-cursor.ts'
import { selectCandidate, type Candidate } from '../../people/candidates.ts'
import { withFit, withoutFit } from '../role-json.ts'
import { selectSkillStartTerms } from './skill-start-terms.ts'
import { selectRolePage, type RolePageQuery, type RolePageRow } from './role-page-query.ts'

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
    ...(cursor === undefined ? LIST_START : decodeCursor(cursor)),
    viewerId,
    // One more than requested tells whether there is a next page.
    count: limit + 1,
  }
}

function decodeCursor(cursor: string) {
  const { at, id } = decodeTimeCursor(cursor)
  return { beforeOn: at.slice(0, '9999-12-31'.length), beforeId: id }
}

/** A page as a member reads it, with how well they fit each role that is not their own. */
export async function readMemberRolePage(
  db: Database,
  query: BrowseRolesQuery,
  memberId: string,
): Promise<CachedReply> {
  const pageQuery = buildRolePageQuery(query, memberId, await selectTypedTerms(db, query))
  const [rows, candidate] = await Promise.all([
    selectRolePage(db, pageQuery),
    selectCandidate(db, memberId),
  ])
  return buildPage(rows, pageQuery, candidate)
}

/** The pages of visitors, which are the same for all. */
export function createVisitorRolePages(db: Database) {
  return createVisitorPageCache<BrowseRolesQuery>('roles', async (query) => {
    const pageQuery = buildRolePageQuery(query, null, await selectTypedTerms(db, query))
    return buildPage(await selectRolePage(db, pageQuery), pageQuery, null)
  })
}

async function selectTypedTerms(db: Database, { skillStart }: BrowseRolesQuery) {
  return skillStart === undefined ? null : selectSkillStartTerms(db, skillStart)
}

/** The first roles of the list, each as JSON. */
export async function readFirstRoles(
  db: Database,
  query: BrowseRolesQuery,
  viewerId: string | null,
): Promise<string[]> {
  const [rows, candidate] = await Promise.all([
    selectRolePage(db, buildRolePageQuery(query, viewerId)),
    viewerId === null ? null : selectCandidate(db, viewerId),
  ])
  return buildItems(rows.slice(0, query.limit), candidate)
}

function buildItems(rows: readonly RolePageRow[], candidate: Candidate | null): string[] {
  const now = new Date()
  return rows.flatMap((row) => {
    if (row.role === null) return []
    const isRated = candidate !== null && !row.isOwner
    const role = isRated ? withFit(row.role, row.topics, candidate, now) : withoutFit(row.role)
    return [buildJson({ role: new RawJson(role), post: new RawJson(row.post) })]
  })
}

function buildPage(
  rows: RolePageRow[],
  { count }: RolePageQuery,
  candidate: Candidate | null,
): CachedReply {
  const limit = count - 1
  const page = rows.slice(0, limit)
  const data = buildItems(page, candidate)
  const last = rows.length > limit || page.at(-1)?.role === null ? page.at(-1) : undefined
  const nextCursor = last
    ? encodeTimeCursor({ at: `${last.confirmedOn}T00:00:00.000Z`, id: last._id })
    : null
  return createJsonReply(buildRawJsonBody({ nextCursor, data: rawArray(data) }))
}
