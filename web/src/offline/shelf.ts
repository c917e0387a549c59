import { STORED_AT } from '../lib/stored.ts'
import { isPicture, VIEWER_CALL } from './kept-calls.ts'
import { clearShelves, SHELF, shelvesIn } from './shelves.ts'

/** Lies on every shelf from the moment it is put up. */
const MARK = '/seen'

const REPLIES_MAX = 200
const PICTURES_MAX = 200
const KEPT_MS = 7 * 86_400_000

/** The shelf as it was found by a request before it left. */
export interface Place {
  member: string
  cache: Cache
  /** The turn in which it was found. */
  turn: number
}

export interface Shelf {
  /** Goes up whenever somebody else may be signed in: what was asked for before is then nobody's. */
  turn: () => number
  find: () => Promise<Place | undefined>
  putUp: (member: string, turn: number) => Promise<Place | undefined>
  keep: (place: Place, address: string, reply: Response) => Promise<void>
  drop: (place: Place, address: string) => Promise<void>
  look: (place: Place, address: string) => Promise<Response | undefined>
  /** Everything but who is signed in: something was deleted, and must not come back from here. */
  thin: (viewerAddress: string) => Promise<void>
  /** Takes everything away, also what is still on its way. */
  clear: () => Promise<void>
}

/**
 * What one member has seen, for reading without a connection. A place is found before its request leaves. If the
 * shelf is taken away meanwhile, the place leads to a cache without a name, and the reply goes with it.
 */
export function createShelf(caches: CacheStorage, now: () => number = Date.now): Shelf {
  let turn = 0

  async function find(): Promise<Place | undefined> {
    const found = turn
    const [name] = await shelvesIn(caches)
    if (name === undefined) return undefined
    const cache = await caches.open(name)
    if (await cache.match(MARK)) return { member: name.slice(SHELF.length), cache, turn: found }
    // Taken away between the two: opening has made it anew, and empty.
    await caches.delete(name)
    return undefined
  }

  async function putUp(member: string, asked: number): Promise<Place | undefined> {
    if (asked !== turn) return undefined
    const name = SHELF + member
    const others = (await shelvesIn(caches)).filter((other) => other !== name)
    if (others.length > 0) turn += 1
    const started = turn
    await Promise.all(others.map((other) => caches.delete(other)))
    const cache = await caches.open(name)
    await cache.put(MARK, new Response())
    if (started === turn) return { member, cache, turn }
    await caches.delete(name)
    return undefined
  }

  async function keep({ cache }: Place, address: string, reply: Response): Promise<void> {
    const headers = new Headers(reply.headers)
    headers.set(STORED_AT, new Date(now()).toISOString())
    const { status } = reply
    const copy = new Response(await reply.arrayBuffer(), { status, headers })
    // Anew, and so at the end of the row.
    await cache.delete(address)
    await cache.put(address, copy)
    await trim(cache)
  }

  async function drop({ cache }: Place, address: string): Promise<void> {
    await cache.delete(address)
  }

  async function look(place: Place, address: string): Promise<Response | undefined> {
    const stored = await place.cache.match(address)
    if (!stored || place.turn !== turn) return undefined
    const age = now() - Date.parse(stored.headers.get(STORED_AT) ?? '')
    if (age <= KEPT_MS) return stored
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
    await clearShelves(caches)
  }

  return { turn: () => turn, find, putUp, keep, drop, look, thin, clear }
}

/** The oldest go first, but never who is looking; pictures are counted by themselves. */
async function trim(cache: Cache): Promise<void> {
  const kept = (await cache.keys()).filter(
    ({ url }) => ![MARK, VIEWER_CALL].includes(new URL(url).pathname),
  )
  const isOfPicture = ({ url }: Request) => isPicture(new URL(url))
  const pictures = kept.filter(isOfPicture)
  const replies = kept.filter((request) => !isOfPicture(request))
  const over = [...replies.slice(0, -REPLIES_MAX), ...pictures.slice(0, -PICTURES_MAX)]
  await Promise.all(over.map((request) => cache.delete(request)))
}
