import {
  COUNTED_ROLES_MAX,
  INDEXED_FROM_ROLES,
  PAGE_PROJECTS_MAX,
} from '@dolph/contract/skills/skill-pages'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/reader.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { getLowestNewcomerId } from '../posts/public-page/select-public-post.ts'
import { hasSkillPage, PAGE_ENTRIES_READ_MAX } from '../roles/browse/has-skill-page.ts'
import { isListedPost, isAuthorVisibleTo } from '../roles/browse/role-page-query.ts'

const SPELLINGS_READ_MAX = 20
const SITEMAP_TERMS_MAX = 50_000

export interface TermLookup {
  /** As in `open_role_terms`: `skill:react`, `topic:games`. */
  term: string
  viewerId: string | null
}

export interface OpenRoles {
  openRoles: number
  /** Whether enough of them are of authors whose accounts are old enough for search engines. */
  isIndexed: boolean
  /** The newest posts with these roles. */
  postIds: string[]
}

/** Counts the open roles of a skill or topic that the viewer may see, up to a hundred, and finds their newest posts. */
export async function selectOpenRoles(
  reader: Reader,
  { term, viewerId }: TermLookup,
): Promise<OpenRoles> {
  const statement = viewerId === null ? visitorStatement : memberStatement
  const newcomerId = getLowestNewcomerId(Date.now())
  const [row] = await statement.run(reader, { term, newcomerId, viewerId: viewerId ?? '' })
  return row ?? { openRoles: 0, isIndexed: false, postIds: [] }
}

interface OpenRolesLookup {
  term: string
  newcomerId: string
  viewerId: string
}

export const visitorStatement = prepareOpenRoles(false)
export const memberStatement = prepareOpenRoles(true)

function prepareOpenRoles(hasViewer: boolean) {
  return prepareStatement<OpenRolesLookup, OpenRoles>((placeholder) => {
    const isShown = hasViewer ? isAuthorVisibleTo(sql`${placeholder('viewerId')}::uuid`) : sql`true`
    return toCompilable(sql`
      with listed as materialized (
        select found.post_id, found.is_newcomers
        from (
          select role_id from open_role_terms where term = ${placeholder('term')}::text
          order by confirmed_on desc, role_id desc limit ${sql.lit(PAGE_ENTRIES_READ_MAX)}) as entries
        cross join lateral (
          select roles.post_id, members.id >= ${placeholder('newcomerId')}::uuid as is_newcomers from roles
          join posts on posts.id = roles.post_id
          join members on members.id = posts.author_id
          join projects on projects.post_id = posts.id
          where roles.id = entries.role_id and ${isListedPost} and ${isShown}
          limit 1) as found)
      select least(count(*), ${sql.lit(COUNTED_ROLES_MAX)})::integer as "openRoles",
        count(*) filter (where not is_newcomers) >= ${sql.lit(INDEXED_FROM_ROLES)} as "isIndexed",
        array(select distinct post_id from listed order by post_id desc limit ${sql.lit(PAGE_PROJECTS_MAX)}) as "postIds"
      from listed`)
  })
}

/** The name of a skill: the spelling of profiles, or of the last confirmed roles, or the key. Undefined for an unknown skill. */
export async function selectSkillName(reader: Reader, key: string): Promise<string | undefined> {
  const [row] = await skillNameStatement.run(reader, { key })
  return row?.isKnown ? row.name : undefined
}

export const skillNameStatement = prepareStatement<
  { key: string },
  { name: string; isKnown: boolean }
>((placeholder) => {
  const key = sql`${placeholder('key')}::text`
  return toCompilable(sql`
      with spelled as materialized (
        select found.skill
        from (
          select role_id from open_role_terms where term = 'skill:' || ${key}
          order by confirmed_on desc, role_id desc limit ${sql.lit(PAGE_ENTRIES_READ_MAX)}) as entries
        cross join lateral (
          select spellings.skill from roles
          join posts on posts.id = roles.post_id
          join members on members.id = posts.author_id
          join projects on projects.post_id = posts.id
          cross join unnest(roles.skills, roles.skill_keys) as spellings (skill, key)
          where roles.id = entries.role_id and spellings.key = ${key} and ${isListedPost}
          limit 1) as found
        limit ${sql.lit(SPELLINGS_READ_MAX)})
      select
        coalesce(
          (select name from skills where folded = ${key} and members >= 2),
          (select skill from spelled where lower(skill) = ${key} limit 1),
          ${key}) as name,
        ${hasSkillPage(sql`'skill:' || ${key}`)} as "isKnown"`)
})

/**
 * The skills and topics whose pages search engines list, by the same condition as `isIndexed` of a page. Most terms cost as many
 * lookups as a page must have roles; one with roles of newcomers and hidden posts costs more, up to the bound of a page.
 */
export async function selectIndexedTerms(reader: Reader): Promise<string[]> {
  const newcomerId = getLowestNewcomerId(Date.now())
  const rows = await indexedTermsStatement.run(reader, { newcomerId })
  return rows.map(({ term }) => term)
}

const indexedTermsStatement = prepareStatement<{ newcomerId: string }, { term: string }>(
  (placeholder) =>
    toCompilable(sql`
    select terms.term
    from (
      select term from open_role_terms group by term
      having count(*) >= ${sql.lit(INDEXED_FROM_ROLES)}) as terms
    cross join lateral (
      select count(*) as roles from (
        select from (
          select role_id from open_role_terms where open_role_terms.term = terms.term
          order by confirmed_on desc, role_id desc limit ${sql.lit(PAGE_ENTRIES_READ_MAX)}) as entries
        cross join lateral (
          select from roles
          join posts on posts.id = roles.post_id
          join members on members.id = posts.author_id
          join projects on projects.post_id = posts.id
          where roles.id = entries.role_id and members.id < ${placeholder('newcomerId')}::uuid and ${isListedPost}
          limit 1) as found
        limit ${sql.lit(INDEXED_FROM_ROLES)}) as indexed) as counted
    where counted.roles = ${sql.lit(INDEXED_FROM_ROLES)}
    order by terms.term limit ${sql.lit(SITEMAP_TERMS_MAX)}`),
)
