import type { Database } from '../database.ts'
import type { Reader } from '../reader.ts'

/** Who reads. */
export interface ReadingCaller {
  /** What the caller has to see, in bytes of WAL; 0 if no more than everybody sees. */
  position: number
  /** Reads with the same key use the same standby as long as it is fit, so that the pages of a list do not go back in time. */
  key: string
  /** Undefined for a visitor. */
  memberId?: string | undefined
}

/** Chooses where calls read whose `source` in the contract is `standby`. */
export interface Readers {
  /** For caches and documents that show everybody the same. */
  readonly everybody: Reader
  forCaller: (caller: ReadingCaller) => Reader
  /** Reads for everybody, and once more from the primary what is missing: a standby may not have it yet. */
  confirmMissing: <T>(read: (reader: Reader) => Promise<T | undefined>) => Promise<T | undefined>
  /** Whether anything but the primary is ever read. */
  readonly haveStandbys: boolean
}

/** Without `DATABASE_READ_URL` the primary answers all reads. */
export function createPrimaryReaders(db: Database): Readers {
  return {
    everybody: db,
    forCaller: () => db,
    confirmMissing: async (read) => read(db),
    haveStandbys: false,
  }
}
