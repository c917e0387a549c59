import type { browseRoles } from '@dolph/contract/roles'
import { skillKey } from '@dolph/contract/skills'
import { findUtcOffset } from '@dolph/contract/time-zone'
import type { z } from 'zod'
import type { Database } from '../../../db/database.ts'
import { CachedReply } from '../../../http/replies/cached-reply.ts'
import { buildSuccessBody } from '../../../http/replies/success-body.ts'
import { createVisitorPageCache } from '../../../http/replies/visitor-page-cache.ts'
import { decodeTimeCursor, encodeTimeCursor } from '../../../http/time-cursor.ts'
import { selectCandidate, type Candidate } from '../../people/candidates.ts'
import { withFit, withoutFit } from '../role-json.ts'
import { selectRolePage, type RolePageQuery, type RolePageRow } from './role-page-query.ts'

export type BrowseRolesQuery = z.output<typeof browseRoles.schema.querystring>

export const LIST_START = {
  beforeOn: '9999-12-31',
  beforeId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
} as const

/** Walks the entries of the skill if there is one: they are fewer than those of a topic. */
export function buildRolePageQuery(
  { skill, topic, reward, hours, near, term, cursor, limit }: BrowseRolesQuery,
  viewerId: string | null,
): RolePageQuery {
  const topicTerm = topic === undefined ? null : `topic:${topic}`
  return {
    term: skill === undefined ? topicTerm : `skill:${skillKey(skill)}`,
    topic: skill === undefined ? null : (topic ?? null),
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
  const pageQuery = buildRolePageQuery(query, memberId)
  const [rows, candidate] = await Promise.all([
    selectRolePage(db, pageQuery),
    selectCandidate(db, memberId),
  ])
  return buildPage(rows, pageQuery, candidate)
}

/** The pages of visitors, which are the same for all. */
export function createVisitorRolePages(db: Database) {
  return createVisitorPageCache<BrowseRolesQuery>('roles', async (query) => {
    const pageQuery = buildRolePageQuery(query, null)
    return buildPage(await selectRolePage(db, pageQuery), pageQuery, null)
  })
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
    return [`{"role":${role},"post":${row.post}}`]
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
  const envelope = JSON.stringify(buildSuccessBody({ nextCursor }))
  return new CachedReply(
    `${envelope.slice(0, -1)},"data":[${data.join()}]}`,
    'application/json; charset=utf-8',
  )
}
