/** Each shelf is a cache of its own, named for the member whose it is. */
export const SHELF = 'seen:'

/** What a page says to the worker when nobody, or somebody else, is signed in. */
export const FORGET = 'forget'

export async function shelvesIn(caches: CacheStorage): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(SHELF))
}

export async function clearShelves(caches: CacheStorage): Promise<void> {
  await Promise.all((await shelvesIn(caches)).map((name) => caches.delete(name)))
}
