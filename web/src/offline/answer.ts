import { isKept, isPicture, signsOut, VIEWER_CALL } from './kept-calls.ts'
import type { Place, Shelf } from './shelf.ts'

/** Less than a page waits: what is stored must come before it gives up. */
const NETWORK_WAIT_MS = 8000

interface Means {
  shelf: Shelf
  fetch: (request: Request) => Promise<Response>
  /** Keeps the worker alive for what goes on after the reply. */
  afterwards: (work: Promise<unknown>) => void
}

/** Whether a request concerns what is kept. Everything else goes its way untouched, uploads above all. */
export function concernsShelf(method: string, url: URL): boolean {
  if (method === 'GET') return isKept(url) || isPicture(url)
  return signsOut(method, url) || (method === 'DELETE' && url.pathname.startsWith('/api/'))
}

/** Answers from the network. What was seen last is for a network that fails, never for a server that refuses. */
export async function answer(request: Request, means: Means): Promise<Response> {
  if (request.method !== 'GET') return passOn(request, means)
  const { shelf, fetch, afterwards } = means
  const turn = shelf.turn()
  const place = await shelf.find()
  const look = async () => place && shelf.look(place, request.url)

  // A picture never changes under its address.
  const picture = isPicture(new URL(request.url)) ? await look() : undefined
  if (picture) return picture

  const reply = fetch(request)
  // Before anybody waits for it, so that a network that fails is met below and nowhere else.
  reply.catch(() => undefined)
  const stored = await unlessInTime(reply, look)
  if (stored) return stored

  const fresh = await reply
  if (fresh.status === 401) await shelf.clear()
  else if (fresh.status === 200)
    afterwards(takeUp(shelf, { request, reply: fresh.clone(), place, turn }))
  else if (place && fresh.status < 500) await shelf.drop(place, request.url)
  return fresh
}

/** What signs out or takes away holds for what is kept too, before the page hears of it. */
async function passOn(request: Request, { shelf, fetch }: Means): Promise<Response> {
  const reply = await fetch(request)
  if (!reply.ok) return reply
  const url = new URL(request.url)
  if (signsOut(request.method, url)) await shelf.clear()
  else await shelf.thin(new URL(VIEWER_CALL, url).href)
  return reply
}

interface Arrival {
  request: Request
  reply: Response
  place: Place | undefined
  turn: number
}

/** Who looks is the only one who can put up a shelf: nothing is kept before that is known. */
async function takeUp(shelf: Shelf, { request, reply, place, turn }: Arrival): Promise<void> {
  let to = place
  if (new URL(request.url).pathname === VIEWER_CALL) {
    const member = memberIn(await reply.clone().json())
    if (member === undefined) return
    if (to?.member !== member) to = await shelf.putUp(member, turn)
  }
  if (to) await shelf.keep(to, request.url, reply)
}

function memberIn(body: unknown): string | undefined {
  const id = typeof body === 'object' && body !== null && '_id' in body ? body._id : undefined
  return typeof id === 'string' ? id : undefined
}

/** What is stored, if the network fails or is silent for too long. */
async function unlessInTime(
  reply: Promise<Response>,
  look: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), NETWORK_WAIT_MS)
  try {
    return (await Promise.race([reply, late])) === 'late' ? await look() : undefined
  } catch {
    return await look()
  } finally {
    clearTimeout(timer)
  }
}
