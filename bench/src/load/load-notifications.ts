import type { Database } from '@dolph/api/platform/db/database'
import { BENCH_MEMBER_COUNT, benchMemberIdSql } from '../bench-members.ts'

const LINES_PER_MEMBER = 100
const UNREAD_PER_MEMBER = 5
const COMMENTS_PER_POST = 5

/**
 * Fills an empty database with members, each with a post and a hundred notifications of comments on the posts; the bench
 * members are the first of them. Returns the seconds that it took.
 */
export async function loadNotifications({ pool }: Database, rows: number): Promise<number> {
  const started = performance.now()
  const members = Math.max(BENCH_MEMBER_COUNT, Math.ceil(rows / LINES_PER_MEMBER))
  await pool.query(`
    insert into members (id, username)
    select ${benchMemberIdSql('nth')}, 'bench_' || nth from generate_series(1, ${members}) as nth`)
  await pool.query(`
    insert into posts (id, author_id, type, title, body)
    select ${postIdSql('nth')}, ${benchMemberIdSql('nth')}, 'showcase', 'Quiet map ' || nth, 'A map without noise'
    from generate_series(1, ${members}) as nth`)
  await pool.query('insert into post_stats (post_id) select id from posts')
  await pool.query(`
    insert into comments (id, post_id, author_id, content)
    select ${commentIdSql('nth', 'place')}, ${postIdSql('nth')}, ${benchMemberIdSql(`1 + (nth + place) % ${members}`)},
      'I walked **this** way for years and never saw the [bridge](https://example.org/bridge) that the map shows here.'
    from generate_series(1, ${members}) as nth, generate_series(1, ${COMMENTS_PER_POST}) as place`)
  await pool.query(`
    insert into notifications (member_id, id, kind, target_id, comment_id, actors, count, at, read_at)
    select ${benchMemberIdSql('nth')}, uuid_v7(now() - make_interval(mins => line * 600)), 'comment', ${postIdSql(`1 + (nth * 7 + line) % ${members}`)},
      ${commentIdSql(`1 + (nth * 7 + line) % ${members}`, `1 + line % ${COMMENTS_PER_POST}`)},
      array[${[1, 2, 3].map((place) => benchMemberIdSql(`1 + (nth * 7 + line + ${place}) % ${members}`)).join()}],
      1 + line % 9, now() - make_interval(mins => line * 600),
      case when line > ${UNREAD_PER_MEMBER} then now() - make_interval(mins => line * 500) end
    from generate_series(1, ${members}) as nth, generate_series(1, ${LINES_PER_MEMBER}) as line`)
  await pool.query('vacuum analyze')
  return (performance.now() - started) / 1_000
}

function postIdSql(numberSql: string): string {
  return `('01900000-0000-7000-9000-' || lpad(to_hex((${numberSql})::int), 12, '0'))::uuid`
}

function commentIdSql(postSql: string, placeSql: string): string {
  return `('01900000-0000-7000-a' || lpad(to_hex((${placeSql})::int), 3, '0') || '-' || lpad(to_hex((${postSql})::int), 12, '0'))::uuid`
}
