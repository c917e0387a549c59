import { z } from 'zod'

/** Where the list of erasures is written, so that a restored backup can repeat them. */
export const backupSettings = {
  /** The bucket of the backups. Its key must be able to put, get and list objects, and should not be able to delete. */
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** A folder in place of the bucket, on another machine than the database. */
  BACKUP_FOLDER: z.string().optional(),
}

type BackupConfig = z.infer<z.ZodObject<typeof backupSettings>>

/** An incomplete set of variables is an error: the list of erasures must not silently stay unwritten. */
export function findBackupFaults(
  config: BackupConfig,
): [name: keyof BackupConfig, message: string][] {
  const names = [
    'BACKUP_S3_BUCKET',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ] as const
  const isSet = (name: keyof BackupConfig) => config[name] !== undefined
  if (![...names, 'BACKUP_S3_ENDPOINT' as const].some(isSet)) return []
  const faults: [keyof BackupConfig, string][] = names
    .filter((name) => !isSet(name))
    .map((name) => [name, 'must be set with the other BACKUP_S3_*'])
  if (isSet('BACKUP_FOLDER')) faults.push(['BACKUP_FOLDER', 'is for servers without BACKUP_S3_*'])
  return faults
}
