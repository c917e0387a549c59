import { Redis } from 'ioredis'

/**
 * Redis carries hints: limits, presence, who to wake. It is tried once before the process goes on,
 * and from then on a command that cannot be sent at once fails at once.
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
