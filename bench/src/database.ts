import pg from 'pg'

/** The bench database, separate from those for development and tests. */
export const BENCH_DATABASE_URL =
  process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/dolph_bench'

export async function recreateDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href })
  await client.connect()
  await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  await client.query(`create database ${client.escapeIdentifier(name)}`)
  await client.end()
}

/** The creation times of the first and the last post, in milliseconds. */
export async function readPostTimeRange(): Promise<{ first: number; last: number }> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ first: string; last: string }>(`
    select (extract(epoch from min(created_at)) * 1000)::bigint as first,
      (extract(epoch from max(created_at)) * 1000)::bigint as last from posts`)
  await client.end()
  const [range] = rows
  if (!range?.first) throw new Error('The bench database is empty: run pnpm bench:load first')
  return { first: Number(range.first), last: Number(range.last) }
}

/** Counts the loaded members, whose usernames are `member_0`, `member_1` and so on. */
export async function countMembers(): Promise<number> {
  const client = new pg.Client({ connectionString: BENCH_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from members where lower(username) ~>=~ 'member_' and lower(username) ~<~ 'member_~'`,
  )
  await client.end()
  const count = Number(rows[0]?.count)
  if (count === 0) throw new Error('The bench database is empty: run pnpm bench:load first')
  return count
}
