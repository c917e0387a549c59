/** Caches as the standard has them: one that is deleted lives on without a name, for whoever had opened it. */
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
    match: async (address: string) => entries.get(toAbsoluteUrl(address))?.clone(),
    put: async (address: string, reply: Response) =>
      void entries.set(toAbsoluteUrl(address), reply),
    delete: async (asked: string | Request) =>
      entries.delete(toAbsoluteUrl(typeof asked === 'string' ? asked : asked.url)),
  }
  return cache as unknown as Cache
}

function toAbsoluteUrl(address: string): string {
  return new URL(address, 'https://dolph.test').href
}
