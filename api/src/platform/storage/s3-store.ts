import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { StorageUnavailableError, type FileStore } from './file-store.ts'

const CONNECT_TIMEOUT_MS = 1_000
const REQUEST_TIMEOUT_MS = 4_000
/** Covers both attempts, until the last byte has arrived. */
const TOTAL_TIMEOUT_MS = 9_000
const ATTEMPTS_MAX = 2
/** Far more than any file that we store. */
const FILE_MAX_BYTES = 4 * 1024 * 1024

/** File names are never reused, so caches may keep a file for ever. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

export interface S3StoreOptions {
  /** The URL of a server other than Amazon's. */
  endpoint?: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export function openS3Store(storeOptions: S3StoreOptions): FileStore {
  const client = new S3Client(buildS3ClientOptions(storeOptions))
  const Bucket = storeOptions.bucket

  return {
    async put(Key, Body, ContentType) {
      const command = new PutObjectCommand({
        Bucket,
        Key,
        Body,
        ContentType,
        CacheControl: CACHE_CONTROL,
      })
      await sendWithTimeout((options) => client.send(command, options))
    },
    async get(Key) {
      return sendWithTimeout(async (options) => {
        try {
          const { Body, ContentLength } = await client.send(
            new GetObjectCommand({ Bucket, Key }),
            options,
          )
          if (!Body || (ContentLength ?? 0) > FILE_MAX_BYTES)
            throw new StorageUnavailableError('File is empty or too large')
          return Buffer.from(await Body.transformToByteArray())
        } catch (error) {
          if (error instanceof NoSuchKey) return null
          throw error
        }
      })
    },
    async list(Prefix, { after, limit }) {
      const command = new ListObjectsV2Command({
        Bucket,
        Prefix,
        MaxKeys: limit,
        StartAfter: after,
      })
      const { Contents = [] } = await sendWithTimeout((options) => client.send(command, options))
      return Contents.flatMap(({ Key }) => Key ?? [])
    },
    async remove(names) {
      for (const Key of names) {
        const command = new DeleteObjectCommand({ Bucket, Key })
        await sendWithTimeout((options) => client.send(command, options))
      }
    },
    async *walk(Prefix) {
      for (let ContinuationToken: string | undefined; ;) {
        const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
        const page = await sendWithTimeout((options) => client.send(command, options))
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key !== undefined && LastModified) yield { name: Key, changedAt: LastModified }
        }
        ContinuationToken = page.NextContinuationToken
        if (!page.IsTruncated || ContinuationToken === undefined) return
      }
    },
    close: () => client.destroy(),
  }
}

export function buildS3ClientOptions(storeOptions: S3StoreOptions): S3ClientConfig {
  const { endpoint, region, accessKeyId, secretAccessKey } = storeOptions
  return {
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS_MAX,
    // Not all servers other than Amazon's support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  }
}

async function sendWithTimeout<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>) {
  try {
    return await send({ abortSignal: AbortSignal.timeout(TOTAL_TIMEOUT_MS) })
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error
    // The SDK's errors contain the whole request with its signature, so only their name is passed on.
    throw new StorageUnavailableError(
      `Storage failed: ${error instanceof Error ? error.name : 'unknown'}`,
    )
  }
}
