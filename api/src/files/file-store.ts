/**
 * Where files live. Production and the tests keep them with the S3 protocol, a developer's machine may use a folder.
 * Every method throws `StorageUnavailableError` when storage does not answer in time.
 */
export interface FileStore {
  put(name: string, bytes: Buffer, type: string): Promise<void>
  /** Null when there is no such file. */
  get(name: string): Promise<Buffer | null>
  /** What is not there is gone already. */
  remove(names: string[]): Promise<void>
  close(): void
}

/** Storage is away, refuses us or was never set up. The message is for the log and holds no secrets. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}
