import { Redis } from 'ioredis'

/**
 * Opens Redis, which holds only transient data: rate limits, presence and notifications between processes. The process
 * starts even if the first connection fails, and commands fail immediately while Redis is unavailable.
 */
export async function openRedis(
  url: string,
  onError: (error: Error) => void,
  keyPrefix = '',
): Promise<Redis> {
  const redis = new Redis(url, {
    keyPrefix,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
  })
  redis.on('error', onError)
  await redis.connect().catch(onError)
  return redis
}
