import type { Config } from '../config/config.ts'
import { measureFileStore } from './storage-metrics.ts'
import { openFolderStore } from './folder-store.ts'
import { openS3Store } from './s3-store.ts'
import { StorageUnavailableError, type FileStore } from './file-store.ts'

export function openFileStore(config: Config): FileStore {
  return measureFileStore(openConfiguredStore(config))
}

function openConfiguredStore(config: Config): FileStore {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, FILES_FOLDER } = config
  if (S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return openS3Store({
      endpoint: config.S3_ENDPOINT,
      region: config.S3_REGION,
      bucket: S3_BUCKET,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    })
  }
  return FILES_FOLDER === undefined ? unavailableStore : openFolderStore(FILES_FOLDER)
}

const throwStorageUnavailable = async () => {
  throw new StorageUnavailableError('No storage is configured')
}

const unavailableStore: FileStore = {
  put: throwStorageUnavailable,
  get: throwStorageUnavailable,
  list: throwStorageUnavailable,
  remove: throwStorageUnavailable,
  // oxlint-disable-next-line require-yield
  async *walk() {
    await throwStorageUnavailable()
  },
  close: () => {},
}
