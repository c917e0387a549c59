import type { Reward } from '@dolph/contract/people/availability'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import type { Topic } from '@dolph/contract/projects/projects'
import type { RoleTerm } from '@dolph/contract/roles/roles'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import {
  createStatementCache,
  prepareStatement,
  toCompilable,
} from '../../../platform/db/prepared-statement.ts'
import { isVisibleMember } from '../../accounts/people.ts'
import { isOwner } from '../../projects/owners.ts'
import { roleJson, rolePostJson } from '../role-json.ts'

/** How many entries of the index a page looks at, so that a filter that matches little costs a bounded time. */
export const ENTRIES_READ_MAX = 2_000

/** Everything that decides which roles a page shows. */
export interface RolePageQuery {
  /** The term whose entries are walked; null for those of all open roles, or of `terms`. */
  term: string | null
  /** The terms of the skills that a typed text means; null if none was typed. */
  terms: string[] | null
  topic: Topic | null
  reward: Reward | null
  hours: number | null
  /** The hours ahead of UTC of the place that the roles must be near. */
  near: number | null
  roleTerm: RoleTerm | null
  /** Keys of skills: leaves out the roles with one of them, which the member has read as those that fit. */
  withoutSkills: string[] | null
  /** The last entry of the previous page. */
  beforeOn: string
  beforeId: string
  viewerId: string | null
  count: number
}

export interface RolePageRow {
  _id: string
  confirmedOn: string
  /** Null for the last entry that was looked at, which is a row only if the page is not full. */
  role: string | null
  post: string
  topics: Topic[]
  isOwner: boolean
}

/** Selects `count` roles or more, if there are as many among the next entries, in the order of the list. */
export async function selectRolePage(reader: Reader, query: RolePageQuery): Promise<RolePageRow[]> {
  return getRolePageStatement(query).run(reader, query)
}

/** The statement of one shape of the list, planned once per connection. */
export function getRolePageStatement({ term, terms, viewerId, count }: RolePageQuery) {
  const size = count <= PAGE_SIZE + 1 ? PAGE_SIZE + 1 : PAGE_SIZE_MAX + 1
  const walk = terms === null ? (term === null ? 'all' : 'term') : 'terms'
  const shape = { walk, hasViewer: viewerId !== null, size } as const
  return getOrPrepare(JSON.stringify(shape), () => prepareRolePage(shape))
}

const getOrPrepare = createStatementCache<ReturnType<typeof prepareRolePage>>()

interface Shape {
  walk: keyof typeof buildEntries
  hasViewer: boolean
  size: number
}

export type PlaceholderFactory = (key: keyof RolePageQuery) => unknown

// The limits are part of the text: for a parameter PostgreSQL would assume a tenth of the table. The limit of each role makes
// PostgreSQL look up entry by entry; it would join whole tables where it expects a filter to match nothing.
function prepareRolePage({ walk, hasViewer, size }: Shape) {
  return prepareStatement<RolePageQuery, RolePageRow>((placeholder) => {
    const entries = buildEntries[walk](placeholder, ENTRIES_READ_MAX)
    const withoutSkills = sql`${placeholder('withoutSkills')}::text[]`
    const viewerId = hasViewer ? sql`${placeholder('viewerId')}::uuid` : null
    return toCompilable(sql`
      with page as materialized (
        select found.*
        from (${entries} limit ${sql.lit(ENTRIES_READ_MAX)}) as entries
        cross join lateral (
          select roles.id as "_id", entries.confirmed_on as "confirmedOn", ${roleJson(viewerId)} as role,
            ${rolePostJson} as post, projects.topics,
            ${viewerId ? isOwner(viewerId, sql.ref('posts.id')) : sql`false`} as "isOwner"
          from roles
          join posts on posts.id = roles.post_id
          join members on members.id = posts.author_id
          join projects on projects.post_id = posts.id
          where roles.id = entries.id and ${isListedPost}
            and ${buildFilter(placeholder)}
            and (${withoutSkills} is null or not roles.skill_keys && ${withoutSkills})
            ${viewerId ? sql`and ${isAuthorVisibleTo(viewerId)}` : sql``}
          limit 1) as found
        order by entries.confirmed_on desc, entries.id desc
        limit ${sql.lit(size)})
      select * from page
      union all
      select id, confirmed_on, null, null, '{}', false
      from (${entries} limit 1 offset ${sql.lit(ENTRIES_READ_MAX - 1)}) as last_entry
      where (select count(*) from page) < ${sql.lit(size)}
      order by "confirmedOn" desc, "_id" desc`)
  })
}

function buildTermEntries(placeholder: PlaceholderFactory): RawBuilder<unknown> {
  return sql`
    select role_id as id, confirmed_on from open_role_terms
    where open_role_terms.term = ${placeholder('term')}::text
      and (confirmed_on, role_id) < (${placeholder('beforeOn')}::date, ${placeholder('beforeId')}::uuid)
    order by confirmed_on desc, role_id desc`
}

/** Each skill is walked by itself; a role with two of them is one entry. */
function buildTermsEntries(placeholder: PlaceholderFactory, readMax: number): RawBuilder<unknown> {
  return sql`
    select found.id, found.confirmed_on from unnest(${placeholder('terms')}::text[]) as wanted (term)
    cross join lateral (
      select role_id as id, confirmed_on from open_role_terms
      where open_role_terms.term = wanted.term
        and (confirmed_on, role_id) < (${placeholder('beforeOn')}::date, ${placeholder('beforeId')}::uuid)
      order by confirmed_on desc, role_id desc limit ${sql.lit(readMax)}) as found
    group by found.id, found.confirmed_on
    order by found.confirmed_on desc, found.id desc`
}

function buildAllEntries(placeholder: PlaceholderFactory): RawBuilder<unknown> {
  return sql`
    select id, confirmed_on from roles
    where state = 'open' and (confirmed_on, id) < (${placeholder('beforeOn')}::date, ${placeholder('beforeId')}::uuid)
    order by confirmed_on desc, id desc`
}

/** The entries of the index that a page walks, at most `readMax` of each term; the caller limits all. */
export const buildEntries = {
  all: buildAllEntries,
  term: buildTermEntries,
  terms: buildTermsEntries,
}

export function buildFilter(placeholder: PlaceholderFactory): RawBuilder<boolean> {
  const [topic, reward] = [sql`${placeholder('topic')}::text`, sql`${placeholder('reward')}::text`]
  const [hours, roleTerm] = [
    sql`${placeholder('hours')}::integer`,
    sql`${placeholder('roleTerm')}::text`,
  ]
  const near = sql`${placeholder('near')}::double precision`
  return sql`(${topic} is null or ${topic} = any(projects.topics))
    and (${reward} is null or roles.reward = ${reward})
    and (${hours} is null or roles.hours_from <= ${hours})
    and (${roleTerm} is null or roles.term = ${roleTerm})
    and (${near} is null or is_near(roles.zone, roles.zone_spread, ${near}))`
}

/** True for rows of `posts`, `projects` and `members` of a post whose open roles are listed. */
export const isListedPost: RawBuilder<boolean> = sql`posts.hidden_at is null and projects.is_listed and ${isVisibleMember}
  and (members.suspended_until is null or members.suspended_until <= now())`

/** A member reads no roles of those whom they blocked or muted, or who blocked them. */
export function isAuthorVisibleTo(viewerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not is_blocked(${viewerId}, posts.author_id)
    and not exists (select from mutes where mutes.member_id = ${viewerId} and mutes.other_id = posts.author_id)`
}
