import type { ExportKind } from '@dolph/contract/exports/exported-data'
import type { Generated } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    exports: Exports
  }
}

/** The numbers of the parts in storage that have the rows of a kind. */
export type ExportParts = Partial<Record<ExportKind, number[]>>

interface Exports {
  member_id: string
  /** The folder in storage. */
  key: string
  state: Generated<'making' | 'failed' | 'ready'>
  requested_at: Generated<Timestamp>
  /** The kind that is being read, and the cursor in it; null between two kinds. */
  section: ExportKind | null
  cursor: string | null
  parts: Generated<ExportParts>
  /** The number of the next part. */
  part: Generated<number>
  done: Generated<number>
  /** Null until the rows were counted. */
  total: number | null
  failures: Generated<number>
  retry_at: Timestamp | null
  /** Of a copy that is ready: the folder of the pieces of its file, their number, and the size of the file. */
  attempt: string | null
  pieces: number | null
  size: number | null
  expires_at: Timestamp
}
