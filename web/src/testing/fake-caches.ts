/** In-memory caches that behave as the standard says: a deleted cache stays usable for code that has opened it. */
export function createFakeCaches(): CacheStorage {
  const byName = new Map<string, Cache>()
  const storage = {
    keys: async () => [...byName.keys()],
    has: async (name: string) => byName.has(name),
    open: async (name: string) => {
      const cache = byName.get(name) ?? createFakeCache()
      byName.set(name, cache)
      return cache
    },
    delete: async (name: string) => byName.delete(name),
  }
  return storage as unknown as CacheStorage
}

function createFakeCache(): Cache {
  const entries = new Map<string, Response>()
  const cache = {
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    match: async (url: string) => entries.get(toAbsoluteUrl(url))?.clone(),
    put: async (url: string, response: Response) => void entries.set(toAbsoluteUrl(url), response),
    delete: async (request: string | Request) =>
      entries.delete(toAbsoluteUrl(typeof request === 'string' ? request : request.url)),
  }
  return cache as unknown as Cache
}

function toAbsoluteUrl(url: string): string {
  return new URL(url, 'https://dolph.test').href
}
