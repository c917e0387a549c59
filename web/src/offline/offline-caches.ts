/** Each shelf is a cache of its own, named for the member whose it is. */
export const OFFLINE_CACHE_PREFIX = 'seen:'

/** What a page says to the worker when nobody, or somebody else, is signed in. */
export const CLEAR_OFFLINE_DATA_MESSAGE = 'forget'

export async function listOfflineCaches(caches: CacheStorage): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(OFFLINE_CACHE_PREFIX))
}

export async function deleteOfflineCaches(caches: CacheStorage): Promise<void> {
  await Promise.all((await listOfflineCaches(caches)).map((name) => caches.delete(name)))
}
