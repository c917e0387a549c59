import { BucketAlreadyExists, BucketAlreadyOwnedByYou } from '@aws-sdk/client-s3'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { clientOptions } from '../files/s3-store.ts'

const URL_OF_STORAGE = process.env['TEST_S3_URL'] ?? 'http://127.0.0.1:8333'

/** All tests share one bucket: names in it are never used twice. The keys are those of `.ci/storage`. */
const PLACE = {
  region: 'us-east-1',
  bucket: 'dolph-test',
  accessKeyId: 'test:tester',
  secretAccessKey: 'testing',
}

export const storageAddress = {
  host: new URL(URL_OF_STORAGE).hostname,
  port: Number(new URL(URL_OF_STORAGE).port || 80),
}

/** What tells a process where storage is; at another port if there is a cable in between. */
export function storageEnv(port = storageAddress.port): Record<string, string> {
  return {
    S3_ENDPOINT: `http://${storageAddress.host}:${port}`,
    S3_REGION: PLACE.region,
    S3_BUCKET: PLACE.bucket,
    S3_ACCESS_KEY_ID: PLACE.accessKeyId,
    S3_SECRET_ACCESS_KEY: PLACE.secretAccessKey,
  }
}

function openClient(): S3Client {
  return new S3Client(clientOptions({ ...PLACE, endpoint: URL_OF_STORAGE }))
}

export async function createBucket(): Promise<void> {
  const client = openClient()
  try {
    await client.send(new CreateBucketCommand({ Bucket: PLACE.bucket }))
  } catch (error) {
    if (error instanceof BucketAlreadyOwnedByYou || error instanceof BucketAlreadyExists) return
    throw new Error(`No storage at ${URL_OF_STORAGE}: start one with \`bash .ci/storage\``, {
      cause: error,
    })
  } finally {
    client.destroy()
  }
}

/** The names of everything in storage that begins so. */
export async function storedNames(prefix: string): Promise<string[]> {
  const client = openClient()
  const listing = new ListObjectsV2Command({ Bucket: PLACE.bucket, Prefix: prefix })
  const { Contents = [] } = await client.send(listing)
  client.destroy()
  return Contents.map(({ Key = '' }) => Key)
}
