import type { Queryable } from '../../db/database.ts'

/** Fills rows that were there before a release, in batches, while the product runs. */
export interface Backfill {
  /** A migration of `after/` demands it by this name: `-- after backfill <name>`. */
  name: string
  /** Whether it waits until no process of another release is connected, because that reads or writes these rows in another way. */
  runsAlone?: boolean
  /**
   * Fills up to `limit` rows that follow `cursor` (null at first), in the order of a key, and returns the key of the last row; null when
   * no row is left. It commits together with its cursor, so an interrupted batch runs again. `db` is for what must not wait for the
   * commit.
   */
  fillBatch: (
    tx: Queryable,
    cursor: string | null,
    limit: number,
    db: Queryable,
  ) => Promise<string | null>
}
