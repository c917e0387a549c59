/** Each member has a cache of their own, named with this prefix and their id. */
export const OFFLINE_CACHE_PREFIX = 'seen:'

/** Posted by a page to the service worker when the member has signed out or another one has signed in. */
export const CLEAR_OFFLINE_DATA_MESSAGE = 'forget'

export async function listOfflineCaches(caches: CacheStorage): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(OFFLINE_CACHE_PREFIX))
}

export async function deleteOfflineCaches(caches: CacheStorage): Promise<void> {
  await Promise.all((await listOfflineCaches(caches)).map((name) => caches.delete(name)))
}
