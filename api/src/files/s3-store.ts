import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { StorageUnavailableError, type FileStore } from './file-store.ts'

const CONNECT_TIMEOUT_MS = 1_000
const REQUEST_TIMEOUT_MS = 4_000
/** Over both attempts, and until the last byte is here. */
const TOTAL_TIMEOUT_MS = 9_000
const ATTEMPTS_MAX = 2
/** Far more than anything we put there. */
const FILE_MAX_BYTES = 4 * 1024 * 1024

/** Names are never used again, so whoever has a file may keep it. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

export interface S3StoreOptions {
  /** Another server than Amazon's. */
  endpoint?: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export function openS3Store(place: S3StoreOptions): FileStore {
  const client = new S3Client(buildS3ClientOptions(place))
  const Bucket = place.bucket

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
            throw new StorageUnavailableError('A strange file')
          return Buffer.from(await Body.transformToByteArray())
        } catch (error) {
          if (error instanceof NoSuchKey) return null
          throw error
        }
      })
    },
    async remove(names) {
      for (const Key of names) {
        const command = new DeleteObjectCommand({ Bucket, Key })
        await sendWithTimeout((options) => client.send(command, options))
      }
    },
    close: () => client.destroy(),
  }
}

export function buildS3ClientOptions(place: S3StoreOptions): S3ClientConfig {
  const { endpoint, region, accessKeyId, secretAccessKey } = place
  return {
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS_MAX,
    // Servers other than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  }
}

async function sendWithTimeout<T>(ask: (options: { abortSignal: AbortSignal }) => Promise<T>) {
  try {
    return await ask({ abortSignal: AbortSignal.timeout(TOTAL_TIMEOUT_MS) })
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error
    // The library's errors carry the whole exchange, signature and all: only the name goes on.
    throw new StorageUnavailableError(
      `Storage failed: ${error instanceof Error ? error.name : 'unknown'}`,
    )
  }
}
