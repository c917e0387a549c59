import { STORED_AT_HEADER } from '../lib/api/stored-response.ts'
import { isPictureUrl, VIEWER_ENDPOINT } from './offline-endpoints.ts'
import { deleteOfflineCaches, OFFLINE_CACHE_PREFIX, listOfflineCaches } from './offline-caches.ts'

/** An entry that every member cache has from its creation on. */
const MARKER_URL = '/seen'

const RESPONSES_MAX = 200
const PICTURES_MAX = 200
const RESPONSE_MAX_AGE_MS = 7 * 86_400_000

/** A member's cache, opened before the request whose response it is for. */
export interface MemberCache {
  member: string
  cache: Cache
  /** The generation in which the cache was opened. */
  generation: number
}

export interface OfflineStore {
  /** Increases whenever the store is cleared or changes its member: responses to earlier requests are then not stored. */
  getGeneration: () => number
  findMemberCache: () => Promise<MemberCache | undefined>
  createMemberCache: (member: string, generation: number) => Promise<MemberCache | undefined>
  storeResponse: (memberCache: MemberCache, url: string, response: Response) => Promise<void>
  deleteResponse: (memberCache: MemberCache, url: string) => Promise<void>
  matchResponse: (memberCache: MemberCache, url: string) => Promise<Response | undefined>
  /** Clears everything but the viewer: a deleted item must not reappear from the store. */
  clearExceptViewer: (viewerUrl: string) => Promise<void>
  /** Clears everything, and keeps responses still under way from being stored. */
  clear: () => Promise<void>
}

/**
 * Stores the responses that one member has seen, for offline reading. A member cache is opened before its request starts: if
 * the cache is deleted meanwhile, the response goes to a cache that no longer has a name, and is discarded with it.
 */
export function createOfflineStore(
  caches: CacheStorage,
  now: () => number = Date.now,
): OfflineStore {
  let currentGeneration = 0
  /** The creation of a member cache that began last: until it ends, the cache has a name but no marker. */
  let creation: Promise<MemberCache | undefined> | undefined

  async function findMemberCache(): Promise<MemberCache | undefined> {
    const lastCreation = creation
    await lastCreation?.catch(() => undefined)
    const generation = currentGeneration
    const [name] = await listOfflineCaches(caches)
    if (name === undefined) return undefined
    const cache = await caches.open(name)
    if (await cache.match(MARKER_URL))
      return { member: name.slice(OFFLINE_CACHE_PREFIX.length), cache, generation }
    if (creation !== lastCreation) return findMemberCache()
    // Deleted between listing and opening: opening has recreated it, empty.
    await caches.delete(name)
    return undefined
  }

  function createMemberCache(member: string, generation: number): Promise<MemberCache | undefined> {
    creation = openNewCache(member, generation)
    return creation
  }

  async function openNewCache(
    member: string,
    generation: number,
  ): Promise<MemberCache | undefined> {
    if (generation !== currentGeneration) return undefined
    const name = OFFLINE_CACHE_PREFIX + member
    const others = (await listOfflineCaches(caches)).filter((other) => other !== name)
    if (others.length > 0) currentGeneration += 1
    const startGeneration = currentGeneration
    await Promise.all(others.map((other) => caches.delete(other)))
    const cache = await caches.open(name)
    await cache.put(MARKER_URL, new Response())
    if (startGeneration === currentGeneration)
      return { member, cache, generation: currentGeneration }
    await caches.delete(name)
    return undefined
  }

  async function storeResponse(
    { cache }: MemberCache,
    url: string,
    response: Response,
  ): Promise<void> {
    const headers = new Headers(response.headers)
    headers.set(STORED_AT_HEADER, new Date(now()).toISOString())
    const { status } = response
    const copy = new Response(await response.arrayBuffer(), { status, headers })
    // Deleted first, so that the entry moves to the end and is evicted last.
    await cache.delete(url)
    await cache.put(url, copy)
    await evictOldest(cache)
  }

  async function deleteResponse({ cache }: MemberCache, url: string): Promise<void> {
    await cache.delete(url)
  }

  async function matchResponse(
    memberCache: MemberCache,
    url: string,
  ): Promise<Response | undefined> {
    const stored = await memberCache.cache.match(url)
    if (!stored || memberCache.generation !== currentGeneration) return undefined
    const age = now() - Date.parse(stored.headers.get(STORED_AT_HEADER) ?? '')
    if (age <= RESPONSE_MAX_AGE_MS) return stored
    await deleteResponse(memberCache, url)
    return undefined
  }

  async function clearExceptViewer(viewerUrl: string): Promise<void> {
    const memberCache = await findMemberCache()
    if (!memberCache) return
    const { member, cache } = memberCache
    const viewer = await cache.match(viewerUrl)
    await clear()
    const next = await createMemberCache(member, currentGeneration)
    if (next && viewer) await next.cache.put(viewerUrl, viewer)
  }

  async function clear(): Promise<void> {
    currentGeneration += 1
    await deleteOfflineCaches(caches)
  }

  return {
    getGeneration: () => currentGeneration,
    findMemberCache,
    createMemberCache,
    storeResponse,
    deleteResponse,
    matchResponse,
    clearExceptViewer,
    clear,
  }
}

/** Evicts the oldest entries, but never the viewer; pictures have a limit of their own. */
async function evictOldest(cache: Cache): Promise<void> {
  const entries = (await cache.keys()).filter(
    ({ url }) => ![MARKER_URL, VIEWER_ENDPOINT].includes(new URL(url).pathname),
  )
  const isPicture = ({ url }: Request) => isPictureUrl(new URL(url))
  const pictures = entries.filter(isPicture)
  const responses = entries.filter((request) => !isPicture(request))
  const evicted = [...responses.slice(0, -RESPONSES_MAX), ...pictures.slice(0, -PICTURES_MAX)]
  await Promise.all(evicted.map((request) => cache.delete(request)))
}
