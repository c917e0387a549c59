import type { Config } from '../../platform/config/config.ts'
import { openFolderStore } from '../../platform/storage/folder-store.ts'
import { openS3Store } from '../../platform/storage/s3-store.ts'
import { ErasureList } from './erasure-list.ts'

/** The list in the backup bucket or folder, or null if neither is set. */
export function openErasureList(config: Config): ErasureList | null {
  const { BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY } = config
  if (BACKUP_S3_BUCKET && BACKUP_S3_ACCESS_KEY_ID && BACKUP_S3_SECRET_ACCESS_KEY) {
    const store = openS3Store({
      endpoint: config.BACKUP_S3_ENDPOINT,
      region: config.BACKUP_S3_REGION,
      bucket: BACKUP_S3_BUCKET,
      accessKeyId: BACKUP_S3_ACCESS_KEY_ID,
      secretAccessKey: BACKUP_S3_SECRET_ACCESS_KEY,
    })
    return new ErasureList(store)
  }
  const { BACKUP_FOLDER } = config
  return BACKUP_FOLDER === undefined ? null : new ErasureList(openFolderStore(BACKUP_FOLDER))
}
