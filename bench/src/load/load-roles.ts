import type { Database } from '@dolph/api/platform/db/database'
import { BENCH_MEMBER_COUNT, benchMemberIdSql } from '../bench-members.ts'

const ROLES_PER_POST = 2
const POSTS_PER_MEMBER = 2
/** The oldest open roles are about to be closed. */
const DAYS = 35
export const RARE_SKILLS = 300
export const COMMON_SKILL = 'typescript'

/**
 * Fills an empty database with posts that have two open roles each. A role names about four skills: 42 of 100 the common one,
 * the others rare ones. The bench members have skills and are open to join.
 */
export async function loadRoles({ pool }: Database, roles: number): Promise<void> {
  const posts = Math.ceil(roles / ROLES_PER_POST)
  const authors = Math.ceil(posts / POSTS_PER_MEMBER)
  await pool.query(`
    insert into members (id, username)
    select ${benchMemberIdSql('nth')}, 'bench_' || nth from generate_series(1, ${BENCH_MEMBER_COUNT + authors}) as nth`)
  await pool.query(`
    insert into profiles (member_id, skills)
    select ${benchMemberIdSql('nth')}, array['${COMMON_SKILL}', 's' || nth % ${RARE_SKILLS}, 's' || nth * 7 % ${RARE_SKILLS}]
    from generate_series(1, ${BENCH_MEMBER_COUNT}) as nth`)
  await pool.query(`
    insert into availabilities (member_id, hours, zone, rewards, topics, until)
    select ${benchMemberIdSql('nth')}, 1 + nth % 20, (array['Europe/Lisbon', 'Asia/Kolkata', 'America/New_York'])[1 + nth % 3],
      '{unpaid,equity}', '{games,web}', current_date + 30
    from generate_series(1, ${BENCH_MEMBER_COUNT}) as nth`)
  await pool.query(`
    insert into posts (author_id, type, title, body)
    select ${benchMemberIdSql(`(${BENCH_MEMBER_COUNT} + 1 + nth % ${authors})`)}, 'seeking-contributors', 'Quiet map ' || nth, 'A map without noise'
    from generate_series(1, ${posts}) as nth`)
  await pool.query(`
    insert into projects (post_id, state, topics, open_roles, open_skills)
    select id, 'building', array[(array['games', 'web', 'maps', 'music', 'health'])[1 + nth % 5], 'open-data'], ${ROLES_PER_POST}, '{TypeScript}'
    from (select id, row_number() over () as nth from posts) as numbered`)
  // One statement for all terms: the trigger writes them role by role.
  await pool.query('alter table roles disable trigger write_open_role_terms')
  await pool.query(`
    insert into roles (post_id, title, about, skills, skill_keys, must_skills, hours_from, hours_to, term, zone, zone_spread, reward, seats, confirmed_on)
    select id, 'Developer ' || nth, repeat('You draw what walkers see. ', 6), keys, keys, keys[:1], 1 + n % 12, 1 + n % 12 + 4, 'months',
      case when n % 3 = 0 then 'Europe/Berlin' end, case when n % 3 = 0 then 3 end,
      (array['unpaid', 'unpaid', 'equity', 'shared-revenue'])[1 + n % 4], 1 + n % 3, current_date - n % ${DAYS}
    from (
      select id, nth, n, array[case when n % 100 < 42 then '${COMMON_SKILL}' else 's' || (n * 3 + 1) % ${RARE_SKILLS} end,
        's' || (n * 7 + 2) % ${RARE_SKILLS}, 'r' || (n * 11 + 3) % ${RARE_SKILLS}, 'q' || (n * 13) % ${RARE_SKILLS}] as keys
      from (select id, nth, (hashtext(id::text || nth) & 1048575) as n from posts, generate_series(1, ${ROLES_PER_POST}) as nth) as drawn) as named`)
  await pool.query(`
    insert into open_role_terms (term, confirmed_on, role_id)
    select distinct unnest(array(select 'skill:' || unnest(skill_keys)) || array(select 'topic:' || unnest(topics))), confirmed_on, id
    from roles join projects using (post_id)`)
  await pool.query('alter table roles enable trigger write_open_role_terms')
  await pool.query('vacuum analyze')
}
