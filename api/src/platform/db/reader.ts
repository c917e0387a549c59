import type { QueryConfig } from 'pg'

/**
 * Where a prepared statement reads: the primary, of which every `Database` is a reader, or a standby. It has no query builder, so that
 * a statement that was not prepared for reading does not compile.
 */
export interface Reader {
  readonly pool: {
    query: (statement: QueryConfig) => Promise<{ rows: unknown[] }>
  }
  /** The same object for all readers of a database: what a process remembers of the database is stored under it. */
  readonly identity: object
  /** Set for a caller who has to see more than everybody sees; their read is then not shared with others. */
  readonly position?: number | undefined
}
