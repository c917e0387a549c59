import type { Database } from '@dolph/api/platform/db/database'
import { benchMemberIdSql } from '../bench-members.ts'

export const MEMBER_COUNT = 50_000
export const ROLE_COUNT = 2_000
/** Of the first bench member, who owns the first posts and roles. */
const REQUEST_COUNT = 10_000
const OWN_ROLE_COUNT = 200
const SEATS = 9

type Pool = Database['pool']

/**
 * Fills an empty database with members, two thousand posts with a role each, and ten thousand requests to the first bench member.
 * Returns the seconds that it took.
 */
export async function loadJoinRequests({ pool }: Database): Promise<number> {
  const started = performance.now()
  await pool.query(`
    insert into members (id, username)
    select ${benchMemberIdSql('nth')}, 'bench_' || nth from generate_series(1, ${MEMBER_COUNT}) as nth`)
  // Without the triggers that make members findable, which no part of this benchmark reads.
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    insert into profiles (member_id, skills)
    select ${benchMemberIdSql('nth')}, '{React,SQL,Figma}' from generate_series(1, ${MEMBER_COUNT}) as nth;
    commit`)
  await pool.query(`
    insert into availabilities (member_id, hours, zone, rewards, topics, until)
    select ${benchMemberIdSql('nth')}, 1 + nth % 40, (array['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])[1 + nth % 3],
      '{unpaid}', '{games}', '2099-01-01'
    from generate_series(1, ${MEMBER_COUNT}, 2) as nth`)
  // The roles of the first bench member come last: the others are those that members ask for.
  const ownerSql = `case when nth > ${ROLE_COUNT} then 1 else ${MEMBER_COUNT} - nth end`
  const count = ROLE_COUNT + OWN_ROLE_COUNT
  await pool.query(`
    insert into posts (id, author_id, type, title, body)
    select ${postIdSql('nth')}, ${benchMemberIdSql(ownerSql)}, 'showcase', 'Tide ' || nth, 'A tide clock'
    from generate_series(1, ${count}) as nth`)
  await pool.query(`
    insert into roles (id, post_id, title, skills, skill_keys, hours_from, hours_to, term, zone, zone_spread, reward, seats)
    select ${roleIdSql('nth')}, ${postIdSql('nth')}, 'Developer', '{React,Go}', '{react,go}', 4, 8, 'months', 'Europe/Berlin', 3,
      'unpaid', ${SEATS}
    from generate_series(1, ${count}) as nth`)
  await insertRequests(pool, {
    count: REQUEST_COUNT,
    state: `case when nth % 100 = 0 then 'waiting' else 'declined' end`,
    dueAt: `now() + interval '7 days'`,
  })
  await pool.query('vacuum analyze')
  return (performance.now() - started) / 1_000
}

/** Inserts waiting requests to the first bench member and returns their ids; due ones have only their end left. */
export async function loadOpenRequests(
  pool: Pool,
  { count, isDue }: { count: number; isDue: boolean },
): Promise<string[]> {
  const dueAt = isDue ? `now() - interval '1 second'` : `now() + interval '7 days'`
  await pool.query(
    `update roles set filled = 0, state = 'open', paused_by = null where post_id >= ${postIdSql(String(ROLE_COUNT + 1))}`,
  )
  const ids = await insertRequests(pool, { count, state: `'waiting'`, dueAt })
  await pool.query('analyze join_requests')
  return ids
}

interface NewRequests {
  count: number
  state: string
  dueAt: string
}

async function insertRequests(pool: Pool, { count, state, dueAt }: NewRequests): Promise<string[]> {
  const roleSql = `${ROLE_COUNT + 1} + nth % ${OWN_ROLE_COUNT}`
  const memberSql = benchMemberIdSql(`10 + nth`)
  const { rows } = await pool.query<{ id: string }>(`
    insert into join_requests (id, role_id, post_id, role_title, post_title, member_id, owner_id, sender_id, note, hours, state,
      due_at, next_at, temp_id, temp_digest)
    select uuid_v7(now() - interval '8 days' + make_interval(secs => nth)), ${roleIdSql(roleSql)}, ${postIdSql(roleSql)}, 'Developer',
      'Tide', ${memberSql}, ${benchMemberIdSql('1')}, ${memberSql},
      'I have built two tide clocks and would love to build this one with you.', 6, ${state}, ${dueAt}, ${dueAt}, nth::text, ''
    from generate_series(1, ${count}) as nth
    returning id`)
  return rows.map(({ id }) => id)
}

export function roleIdSql(numberSql: string): string {
  return `('01900000-0000-7000-b000-' || lpad(to_hex((${numberSql})::int), 12, '0'))::uuid`
}

function postIdSql(numberSql: string): string {
  return `('01900000-0000-7000-9000-' || lpad(to_hex((${numberSql})::int), 12, '0'))::uuid`
}
