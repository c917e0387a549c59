import { sql } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import type { ErasureList } from '../erasures/erasure-list.ts'
import { compareWithList } from '../erasures/restored-database.ts'

/**
 * Why the database must not be treated as a restored one, as sentences for the operator; undefined if nothing speaks against it. Everybody
 * is logged out by it and waiting mails are given up, so a wrong terminal is expensive.
 */
export async function findRestoreObstacle(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  list: ErasureList,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<string | undefined> {
  const serving = await bus.countProcesses('serving')
  if (serving !== undefined && serving > 0)
    return `${serving} ${serving === 1 ? 'process serves' : 'processes serve'} members right now. Stop all of them first. Nothing was changed.`
  // Without Redis a process that serves cannot be told from one that waits for this command.
  const connected = serving === undefined ? await listConnectedProcesses(db) : []
  if (connected.length > 0)
    return `Redis does not answer, and these processes are connected: ${connected.join(', ')}. Stop them, or start Redis. Nothing was changed.`
  if (!isConfirmed && (await compareWithList(db, list)) === undefined)
    return [
      'This database does not look restored: it knows every erasure of the list.',
      'If it was restored, and nothing was erased after the backup, add --restored. Nothing was changed.',
    ].join('\n')
  return undefined
}

async function listConnectedProcesses(db: Deps['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name ~ '^dolph-(api|worker|both)/' order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
