/**
 * Storage for files. Production and the tests use the S3 protocol; a developer's machine may use a folder.
 * Every method throws `StorageUnavailableError` when storage does not answer in time.
 */
export interface FileStore {
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** Null if the file does not exist. */
  get(name: string): Promise<Buffer | null>
  /** Names that begin with the prefix, which ends with a slash, in order; at most `limit`, 1,000 at most, and only those `after` a name. */
  list(prefix: string, page: ListPage): Promise<string[]>
  /** Ignores files that do not exist. */
  remove(names: string[]): Promise<void>
  /** All files whose names begin with the prefix, and when they were stored. */
  walk(prefix: string): AsyncIterable<StoredFile>
  close(): void
}

export interface ListPage {
  after?: string | undefined
  limit: number
}

export interface StoredFile {
  name: string
  changedAt: Date
}

/** Storage is unreachable, rejects our credentials or is not configured. The message is for the log and contains no secrets. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}
