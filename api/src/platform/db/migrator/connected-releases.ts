import type pg from 'pg'

/**
 * Processes name their connections `dolph-<role>/<release>`. Those from before they did so have no name; commands are called `dolph`,
 * and other programs have names of their own. PostgreSQL hides the type of connections of other roles, but not their name, from a role
 * outside pg_read_all_stats.
 */
const SELECT_OTHER_RELEASES = `
  select coalesce(nullif(application_name, ''), 'a program without a name') as name, count(*)::int as connections
  from pg_stat_activity
  where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend' and pid <> pg_backend_pid()
    and (application_name = '' and usename = current_user
      or application_name like 'dolph-%/%' and split_part(application_name, '/', 2) <> $1)
  group by 1 order by 1`

/** Lists the connections of processes of another release than this one, such as `dolph-api/0.2.0 (10 connections)`. */
export async function listOtherReleases(client: pg.Client, release: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; connections: number }>(
    SELECT_OTHER_RELEASES,
    [release],
  )
  return rows.map(({ name, connections }) => `${name} (${connections} connections)`)
}
