import { rankFit, fitOf } from '@dolph/contract/roles/fit'
import type { Reward } from '@dolph/contract/people/availability'
import type { Topic } from '@dolph/contract/projects/projects'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import {
  createStatementCache,
  prepareStatement,
  toCompilable,
} from '../../../platform/db/prepared-statement.ts'
import type { Candidate } from '../../people/candidates.ts'
import { isOwner } from '../../projects/owners.ts'
import { roleJson, rolePostJson } from '../role-json.ts'
import {
  buildEntries,
  buildFilter,
  isAuthorVisibleTo,
  isListedPost,
  type RolePageQuery,
  type RolePageRow,
} from './role-page-query.ts'

/** How many roles are compared with a member to order a page; they then follow window by window, the newest first. */
export const FIT_WINDOW_SIZE = 400

/** An entry of the index as a member fits its role. */
export interface RankedRole {
  _id: string
  confirmedOn: string
  rank: number
}

interface FitWindow {
  /** The roles that match the filter, the best fit first. */
  ranked: RankedRole[]
  /** The last entry, if there may be more. */
  last: { beforeOn: string; beforeId: string } | null
}

/** Reads one window of the index and puts its roles into the order of fit. Roles of the member, who has no fit, come last. */
export async function selectFitWindow(
  reader: Reader,
  query: RolePageQuery,
  candidate: Candidate,
): Promise<FitWindow> {
  const rows = await getFitWindowStatement(query).run(reader, query)
  const now = new Date()
  const ranked = rows.flatMap(({ _id, confirmedOn, compared }) =>
    compared ? [{ _id, confirmedOn, rank: rankRole(compared, candidate, now) }] : [],
  )
  const last = rows.length === FIT_WINDOW_SIZE ? rows.at(-1) : undefined
  return {
    ranked: ranked.toSorted(compareRanks),
    last: last ? { beforeOn: last.confirmedOn, beforeId: last._id } : null,
  }
}

function rankRole({ isOwner: isOwn, ...role }: ComparedRole, candidate: Candidate, now: Date) {
  return isOwn ? 0 : rankFit(fitOf(role, candidate, now))
}

/** The order of the list: the better fit, then the later confirmation, then the newer role. */
export function compareRanks(one: RankedRole, other: RankedRole): number {
  if (one.rank !== other.rank) return other.rank - one.rank
  if (one.confirmedOn !== other.confirmedOn) return one.confirmedOn < other.confirmedOn ? 1 : -1
  if (one._id === other._id) return 0
  return one._id < other._id ? 1 : -1
}

interface ComparedRole {
  skills: string[]
  mustSkills: string[]
  hours: { from: number; to: number }
  zone: string | null
  zoneSpread: number | null
  reward: Reward
  topics: Topic[]
  isOwner: boolean
}

interface FitWindowRow {
  _id: string
  confirmedOn: string
  /** Null if the role does not match the filter, or is not listed for the member. */
  compared: ComparedRole | null
}

/** The statement of one walk, planned once per connection. */
export function getFitWindowStatement({ term, terms }: RolePageQuery) {
  const walk = terms === null ? (term === null ? 'all' : 'term') : 'terms'
  return getOrPrepare(walk, () => prepareFitWindow(walk))
}

const getOrPrepare = createStatementCache<ReturnType<typeof prepareFitWindow>>()

// Bounded by FIT_WINDOW_SIZE: so many entries of each skill of the member (50 at most) are read from the index alone, and so many
// roles are looked up by their ids, however many are open. The order is made in Node, where the one definition of fit is.
function prepareFitWindow(walk: keyof typeof buildEntries) {
  return prepareStatement<RolePageQuery, FitWindowRow>((placeholder) => {
    const viewerId = sql`${placeholder('viewerId')}::uuid`
    return toCompilable(sql`
      select entries.id as "_id", entries.confirmed_on as "confirmedOn", found.compared
      from (${buildEntries[walk](placeholder, FIT_WINDOW_SIZE)} limit ${sql.lit(FIT_WINDOW_SIZE)}) as entries
      left join lateral (
        select json_build_object('skills', roles.skills, 'mustSkills', roles.must_skills,
          'hours', json_build_object('from', roles.hours_from, 'to', roles.hours_to),
          'zone', roles.zone, 'zoneSpread', roles.zone_spread, 'reward', roles.reward, 'topics', projects.topics,
          'isOwner', ${isOwner(viewerId, sql.ref('posts.id'))}) as compared
        from roles
        join posts on posts.id = roles.post_id
        join members on members.id = posts.author_id
        join projects on projects.post_id = posts.id
        where roles.id = entries.id and ${isListedPost}
          and ${buildFilter(placeholder)} and ${isAuthorVisibleTo(viewerId)}
        limit 1) as found on true
      order by entries.confirmed_on desc, entries.id desc`)
  })
}

/** The roles of a page in this order, without those that closed since they were ranked. */
export const rankedRolesStatement = prepareStatement<
  { ids: string[]; viewerId: string },
  RolePageRow
>((placeholder) => {
  const viewerId = sql`${placeholder('viewerId')}::uuid`
  return toCompilable(sql`
    select found.* from unnest(${placeholder('ids')}::uuid[]) with ordinality as wanted (id, nth)
    cross join lateral (
      select roles.id as "_id", roles.confirmed_on as "confirmedOn", ${roleJson(viewerId)} as role,
        ${rolePostJson} as post, projects.topics, ${isOwner(viewerId, sql.ref('posts.id'))} as "isOwner"
      from roles
      join posts on posts.id = roles.post_id
      join members on members.id = posts.author_id
      join projects on projects.post_id = posts.id
      where roles.id = wanted.id and roles.state = 'open' and ${isListedPost} and ${isAuthorVisibleTo(viewerId)}
      limit 1) as found
    order by nth`)
})
