import type { RoleOrder } from '@dolph/contract/roles/roles'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Readers } from '../../../platform/db/standbys/readers.ts'
import { buildJson, rawArray, RawJson } from '../../../platform/db/json-text.ts'
import type { CachedReply } from '../../../platform/http/replies/cached-reply.ts'
import { buildRawJsonBody, createJsonReply } from '../../../platform/http/replies/raw-json-reply.ts'
import { createVisitorPageCache } from '../../../platform/http/replies/visitor-page-cache.ts'
import { selectCandidate, type Candidate } from '../../people/candidates.ts'
import { withFit, withoutFit } from '../role-json.ts'
import { buildRolePageQuery, type BrowseRolesQuery } from './build-role-page-query.ts'
import { cutRolePage, selectRolePageByFit } from './role-page-by-fit.ts'
import { selectRolePage, type RolePageQuery, type RolePageRow } from './role-page-query.ts'
import { selectSkillStartTerms } from './skill-start-terms.ts'

/** A page as a member reads it, with how well they fit each role that is not their own. */
export async function readMemberRolePage(
  reader: Reader,
  query: BrowseRolesQuery,
  memberId: string,
): Promise<CachedReply> {
  const [typedTerms, candidate] = await Promise.all([
    selectTypedTerms(reader, query),
    selectCandidate(reader, memberId),
  ])
  const isByFit = query.order !== 'newest' && candidate.skills.length > 0
  const { rows, nextCursor } = isByFit
    ? await selectRolePageByFit(reader, query, { memberId, candidate, typedTerms })
    : await selectNewestPage(reader, buildRolePageQuery(query, memberId, typedTerms))
  const order: RoleOrder = isByFit ? 'fit' : 'newest'
  const data = rawArray(buildItems(rows, candidate))
  return createJsonReply(buildRawJsonBody({ nextCursor, order, data }))
}

/** The pages of visitors, which are the same for all. */
export function createVisitorRolePages({ everybody: reader }: Readers) {
  return createVisitorPageCache<BrowseRolesQuery>('roles', async (query) => {
    const pageQuery = buildRolePageQuery(query, null, await selectTypedTerms(reader, query))
    const { rows, nextCursor } = await selectNewestPage(reader, pageQuery)
    return createJsonReply(buildRawJsonBody({ nextCursor, data: rawArray(buildItems(rows, null)) }))
  })
}

async function selectNewestPage(reader: Reader, query: RolePageQuery) {
  return cutRolePage(await selectRolePage(reader, query), query)
}

async function selectTypedTerms(reader: Reader, { skillStart }: BrowseRolesQuery) {
  return skillStart === undefined ? null : selectSkillStartTerms(reader, skillStart)
}

/** The first roles of the list, each as JSON. */
export async function readFirstRoles(
  reader: Reader,
  query: BrowseRolesQuery,
  viewerId: string | null,
): Promise<string[]> {
  const [rows, candidate] = await Promise.all([
    selectRolePage(reader, buildRolePageQuery(query, viewerId)),
    viewerId === null ? null : selectCandidate(reader, viewerId),
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
