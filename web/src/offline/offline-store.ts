import { STORED_AT_HEADER } from '../lib/stored-response.ts'
import { isPictureUrl, VIEWER_ENDPOINT } from './offline-endpoints.ts'
import { deleteOfflineCaches, OFFLINE_CACHE_PREFIX, listOfflineCaches } from './offline-caches.ts'

/** Lies on every shelf from the moment it is put up. */
const MARKER_URL = '/seen'

const RESPONSES_MAX = 200
const PICTURES_MAX = 200
const RESPONSE_MAX_AGE_MS = 7 * 86_400_000

/** The shelf as it was found by a request before it left. */
export interface MemberCache {
  member: string
  cache: Cache
  /** The turn in which it was found. */
  generation: number
}

export interface OfflineStore {
  /** Goes up whenever somebody else may be signed in: what was asked for before is then nobody's. */
  getGeneration: () => number
  findMemberCache: () => Promise<MemberCache | undefined>
  createMemberCache: (member: string, turn: number) => Promise<MemberCache | undefined>
  storeResponse: (place: MemberCache, address: string, reply: Response) => Promise<void>
  deleteResponse: (place: MemberCache, address: string) => Promise<void>
  matchResponse: (place: MemberCache, address: string) => Promise<Response | undefined>
  /** Everything but who is signed in: something was deleted, and must not come back from here. */
  clearExceptViewer: (viewerAddress: string) => Promise<void>
  /** Takes everything away, also what is still on its way. */
  clear: () => Promise<void>
}

/**
 * What one member has seen, for reading without a connection. A place is found before its request leaves. If the
 * shelf is taken away meanwhile, the place leads to a cache without a name, and the reply goes with it.
 */
export function createOfflineStore(
  caches: CacheStorage,
  now: () => number = Date.now,
): OfflineStore {
  let turn = 0

  async function find(): Promise<MemberCache | undefined> {
    const found = turn
    const [name] = await listOfflineCaches(caches)
    if (name === undefined) return undefined
    const cache = await caches.open(name)
    if (await cache.match(MARKER_URL))
      return { member: name.slice(OFFLINE_CACHE_PREFIX.length), cache, generation: found }
    // Taken away between the two: opening has made it anew, and empty.
    await caches.delete(name)
    return undefined
  }

  async function putUp(member: string, asked: number): Promise<MemberCache | undefined> {
    if (asked !== turn) return undefined
    const name = OFFLINE_CACHE_PREFIX + member
    const others = (await listOfflineCaches(caches)).filter((other) => other !== name)
    if (others.length > 0) turn += 1
    const started = turn
    await Promise.all(others.map((other) => caches.delete(other)))
    const cache = await caches.open(name)
    await cache.put(MARKER_URL, new Response())
    if (started === turn) return { member, cache, generation: turn }
    await caches.delete(name)
    return undefined
  }

  async function keep({ cache }: MemberCache, address: string, reply: Response): Promise<void> {
    const headers = new Headers(reply.headers)
    headers.set(STORED_AT_HEADER, new Date(now()).toISOString())
    const { status } = reply
    const copy = new Response(await reply.arrayBuffer(), { status, headers })
    // Anew, and so at the end of the row.
    await cache.delete(address)
    await cache.put(address, copy)
    await evictOldest(cache)
  }

  async function drop({ cache }: MemberCache, address: string): Promise<void> {
    await cache.delete(address)
  }

  async function look(place: MemberCache, address: string): Promise<Response | undefined> {
    const stored = await place.cache.match(address)
    if (!stored || place.generation !== turn) return undefined
    const age = now() - Date.parse(stored.headers.get(STORED_AT_HEADER) ?? '')
    if (age <= RESPONSE_MAX_AGE_MS) return stored
    await drop(place, address)
    return undefined
  }

  async function thin(viewerAddress: string): Promise<void> {
    const place = await find()
    if (!place) return
    const { member, cache } = place
    const viewer = await cache.match(viewerAddress)
    await clear()
    const next = await putUp(member, turn)
    if (next && viewer) await next.cache.put(viewerAddress, viewer)
  }

  async function clear(): Promise<void> {
    turn += 1
    await deleteOfflineCaches(caches)
  }

  return {
    getGeneration: () => turn,
    findMemberCache: find,
    createMemberCache: putUp,
    storeResponse: keep,
    deleteResponse: drop,
    matchResponse: look,
    clearExceptViewer: thin,
    clear,
  }
}

/** The oldest go first, but never who is looking; pictures are counted by themselves. */
async function evictOldest(cache: Cache): Promise<void> {
  const kept = (await cache.keys()).filter(
    ({ url }) => ![MARKER_URL, VIEWER_ENDPOINT].includes(new URL(url).pathname),
  )
  const isOfPicture = ({ url }: Request) => isPictureUrl(new URL(url))
  const pictures = kept.filter(isOfPicture)
  const replies = kept.filter((request) => !isOfPicture(request))
  const over = [...replies.slice(0, -RESPONSES_MAX), ...pictures.slice(0, -PICTURES_MAX)]
  await Promise.all(over.map((request) => cache.delete(request)))
}
