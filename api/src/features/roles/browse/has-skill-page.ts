import { sql, type RawBuilder } from 'kysely'
import { isListedPost } from './role-page-query.ts'

/** How many entries of `open_role_terms` the page of a skill or topic looks at, so that its cost does not grow with the roles of a skill. */
export const PAGE_ENTRIES_READ_MAX = 500

/**
 * Whether a skill has a page: a listed role names it, or two profiles do. The term is that of `open_role_terms`: `skill:react`. Rows are
 * counted, because for `exists` PostgreSQL could read the whole table.
 */
export function hasSkillPage(term: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`((
    select count(*) from (
      select from (
        select role_id from open_role_terms where open_role_terms.term = ${term}
        order by confirmed_on desc, role_id desc limit ${sql.lit(PAGE_ENTRIES_READ_MAX)}) as entries
      cross join lateral (
        select from roles
        join posts on posts.id = roles.post_id
        join members on members.id = posts.author_id
        join projects on projects.post_id = posts.id
        where roles.id = entries.role_id and ${isListedPost}
        limit 1) as found
      limit 1) as asked) = 1
    or (
      select count(*) from (
        select from people_terms where people_terms.term = ${term} limit 2) as known) = 2)`
}
