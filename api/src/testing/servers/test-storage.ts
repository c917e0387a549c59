import { BucketAlreadyExists, BucketAlreadyOwnedByYou } from '@aws-sdk/client-s3'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { buildS3ClientOptions, openS3Store } from '../../platform/storage/s3-store.ts'

const STORAGE_URL = process.env['TEST_S3_URL'] ?? 'http://127.0.0.1:8333'

/** All tests share one bucket, in which no name is used twice. The access keys are those of `.ci/storage`. */
const STORAGE_OPTIONS = {
  region: 'us-east-1',
  bucket: 'dolph-test',
  accessKeyId: 'test:tester',
  secretAccessKey: 'testing',
}

export const storageAddress = {
  host: new URL(STORAGE_URL).hostname,
  port: Number(new URL(STORAGE_URL).port || 80),
}

/** The environment variables of the storage; `port` is that of a proxy, if there is one. */
export function buildStorageEnv(
  port = storageAddress.port,
  bucket = STORAGE_OPTIONS.bucket,
): Record<string, string> {
  return {
    S3_ENDPOINT: `http://${storageAddress.host}:${port}`,
    S3_REGION: STORAGE_OPTIONS.region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: STORAGE_OPTIONS.accessKeyId,
    S3_SECRET_ACCESS_KEY: STORAGE_OPTIONS.secretAccessKey,
  }
}

/** The bucket of the tests as the product uses it. */
export function openTestFileStore(): FileStore {
  return openS3Store({ ...STORAGE_OPTIONS, endpoint: STORAGE_URL })
}

function openS3Client(): S3Client {
  return new S3Client(buildS3ClientOptions({ ...STORAGE_OPTIONS, endpoint: STORAGE_URL }))
}

export async function createTestBucket(bucket = STORAGE_OPTIONS.bucket): Promise<void> {
  const client = openS3Client()
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (error instanceof BucketAlreadyOwnedByYou || error instanceof BucketAlreadyExists) return
    throw new Error(`No storage at ${STORAGE_URL}: start one with \`bash .ci/storage\``, {
      cause: error,
    })
  } finally {
    client.destroy()
  }
}

/** The names of all stored objects with this prefix. */
export async function listStoredNames(
  prefix: string,
  bucket = STORAGE_OPTIONS.bucket,
): Promise<string[]> {
  const client = openS3Client()
  const names: string[] = []
  for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
    const page = { Bucket: bucket, Prefix: prefix, ContinuationToken: token }
    const listing = await client.send(new ListObjectsV2Command(page))
    names.push(...(listing.Contents ?? []).map(({ Key = '' }) => Key))
    token = listing.NextContinuationToken
  }
  client.destroy()
  return names
}
