import type { Database } from './database.ts'

/** The first key of the advisory lock; the second key is a hash of the name. Arbitrary. */
const LOCK_CLASS = 1_702_390_118

/**
 * Does the work unless work of this name is under way, here or in another process. The lock belongs to a connection that is kept
 * meanwhile and not to a transaction, which would be open for as long; a crash releases it.
 */
export async function runExclusively(
  { pool }: Database,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(${LOCK_CLASS}, hashtext($1)) as "isMine"`,
      [name],
    )
    if (!rows[0]?.isMine) return
    try {
      await work()
    } finally {
      await client.query(`select pg_advisory_unlock(${LOCK_CLASS}, hashtext($1))`, [name])
    }
  } finally {
    client.release()
  }
}
