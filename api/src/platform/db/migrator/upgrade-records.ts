import type pg from 'pg'

/**
 * One row for each version that migrated this database. The migrator itself creates the table, because it reads it before the first
 * migration.
 */
const CREATE_TABLE = `
  create table if not exists upgrades (
    version text primary key,
    -- Whether this version created the database, so that no older program has ever served on it.
    is_first boolean not null,
    started_at timestamptz(3) not null default now(),
    -- When the migrations of after/ had run.
    finished_at timestamptz(3)
  )`

/** What a version finds when it migrates. */
export interface UpgradeState {
  /** No program has served on this database yet, also when an earlier attempt to create it was interrupted. */
  isNewDatabase: boolean
  /** The newest version whose upgrade was finished. */
  finishedVersion: string | undefined
}

/** Records that `version` migrates this database. `appliedCount` is the number of migrations that have run before. */
export async function startUpgrade(
  client: pg.Client,
  version: string,
  appliedCount: number,
): Promise<UpgradeState> {
  await client.query(CREATE_TABLE)
  await client.query(
    `insert into upgrades (version, is_first) values ($1, $2) on conflict (version) do nothing`,
    [version, appliedCount === 0],
  )
  const { rows } = await client.query<{ version: string; isFirst: boolean; isFinished: boolean }>(
    `select version, is_first as "isFirst", finished_at is not null as "isFinished" from upgrades`,
  )
  const finished = rows.filter(({ isFinished }) => isFinished)
  return {
    isNewDatabase: rows.some(({ isFirst, isFinished }) => isFirst && !isFinished),
    finishedVersion: finished
      .map((row) => row.version)
      .toSorted(compareVersions)
      .at(-1),
  }
}

/** Records that nothing of this version, or of one that was skipped, is left to run. */
export async function recordFinishedUpgrade(client: pg.Client): Promise<void> {
  await client.query('update upgrades set finished_at = now() where finished_at is null')
}

/** Orders `0.9.0` before `0.10.0`; what follows the three numbers is ignored. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parseVersion(a), parseVersion(b)]
  const index = first.findIndex((number, position) => number !== second[position])
  return index === -1 ? 0 : (first[index] ?? 0) - (second[index] ?? 0)
}

function parseVersion(version: string): number[] {
  return version.split(/[-+]/, 1).join('').split('.').map(Number)
}
