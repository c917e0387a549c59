import { skillKey } from '@dolph/contract/skills/skills'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Candidate } from '../../people/candidates.ts'
import { buildRolePageQuery, LIST_START, type BrowseRolesQuery } from './build-role-page-query.ts'
import { compareRanks, rankedRolesStatement, selectFitWindow } from './fit-window-query.ts'
import { decodeFitCursor, encodeEntryCursor, encodeFitCursor, isFitCursor } from './role-cursors.ts'
import { selectRolePage, type RolePageQuery, type RolePageRow } from './role-page-query.ts'

interface FitViewer {
  memberId: string
  candidate: Candidate
  /** The skills that the typed text of the filter means; null if there is none. */
  typedTerms: string[] | null
}

interface RolePage {
  rows: RolePageRow[]
  nextCursor: string | null
}

/**
 * A page of the list by fit. First come the roles that name a skill of the member, or of the filter, in windows of the index that
 * are each put in order: on all but very large installations one window holds them all. Then come those that name none, the last
 * confirmed first.
 */
export async function selectRolePageByFit(
  reader: Reader,
  { cursor, ...query }: BrowseRolesQuery,
  { memberId, candidate, typedTerms }: FitViewer,
): Promise<RolePage> {
  const keys = [...new Set(candidate.skills.map(skillKey))]
  const isFilteredBySkill = query.skill !== undefined || typedTerms !== null
  const selectOthers = (position: string | undefined, limit: number) => {
    const others = { ...query, limit, ...(position !== undefined && { cursor: position }) }
    return selectRolesWithout(reader, buildRolePageQuery(others, memberId, typedTerms), keys)
  }
  if (cursor !== undefined && !isFitCursor(cursor)) return selectOthers(cursor, query.limit)

  const { window, after } = cursor === undefined ? START : decodeFitCursor(cursor)
  const walked = isFilteredBySkill ? typedTerms : keys.map((key) => `skill:${key}`)
  const { ranked, last } = await selectFitWindow(
    reader,
    { ...buildRolePageQuery(query, memberId, walked), ...window },
    candidate,
  )
  const rest = after ? ranked.filter((role) => compareRanks(after, role) < 0) : ranked
  const page = rest.slice(0, query.limit)
  const rows = await rankedRolesStatement.run(reader, {
    ids: page.map(({ _id }) => _id),
    viewerId: memberId,
  })
  const lastOfPage = page.at(-1)
  if (rest.length > page.length && lastOfPage)
    return { rows, nextCursor: encodeFitCursor({ window, after: lastOfPage }) }
  if (last) return { rows, nextCursor: encodeFitCursor({ window: last, after: null }) }
  if (isFilteredBySkill) return { rows, nextCursor: null }
  const free = query.limit - page.length
  if (free === 0) return { rows, nextCursor: encodeEntryCursor(LIST_START) }
  const others = await selectOthers(undefined, free)
  return { rows: [...rows, ...others.rows], nextCursor: others.nextCursor }
}

const START = { window: LIST_START, after: null }

async function selectRolesWithout(
  reader: Reader,
  query: RolePageQuery,
  withoutSkills: string[],
): Promise<RolePage> {
  return cutRolePage(await selectRolePage(reader, { ...query, withoutSkills }), query)
}

/** The rows of a page, without the one that tells that another follows. */
export function cutRolePage(rows: RolePageRow[], { count }: RolePageQuery): RolePage {
  const limit = count - 1
  const page = rows.slice(0, limit)
  const last = rows.length > limit || page.at(-1)?.role === null ? page.at(-1) : undefined
  const nextCursor = last
    ? encodeEntryCursor({ beforeOn: last.confirmedOn, beforeId: last._id })
    : null
  return { rows: page, nextCursor }
}
