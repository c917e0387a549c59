import {
  isAvailableOffline,
  isPictureUrl,
  isSignOutRequest,
  VIEWER_ENDPOINT,
} from './offline-endpoints.ts'
import type { MemberCache, OfflineStore } from './offline-store.ts'

/** Less than a page waits: what is stored must come before it gives up. */
const NETWORK_TIMEOUT_MS = 8000

interface ResponderContext {
  store: OfflineStore
  fetch: (request: Request) => Promise<Response>
  /** Keeps the worker alive for what goes on after the reply. */
  waitUntil: (work: Promise<unknown>) => void
}

/** Whether a request concerns what is kept. Everything else goes its way untouched, uploads above all. */
export function shouldInterceptRequest(method: string, url: URL): boolean {
  if (method === 'GET') return isAvailableOffline(url) || isPictureUrl(url)
  return isSignOutRequest(method, url) || (method === 'DELETE' && url.pathname.startsWith('/api/'))
}

/** Answers from the network. What was seen last is for a network that fails, never for a server that refuses. */
export async function respondToRequest(
  request: Request,
  means: ResponderContext,
): Promise<Response> {
  if (request.method !== 'GET') return forwardAndInvalidate(request, means)
  const { store, fetch, waitUntil } = means
  const turn = store.getGeneration()
  const place = await store.findMemberCache()
  const look = async () => place && store.matchResponse(place, request.url)

  // A picture never changes under its address.
  const picture = isPictureUrl(new URL(request.url)) ? await look() : undefined
  if (picture) return picture

  const reply = fetch(request)
  // Before anybody waits for it, so that a network that fails is met below and nowhere else.
  reply.catch(() => undefined)
  const stored = await fallBackToStored(reply, look)
  if (stored) return stored

  const fresh = await reply
  if (fresh.status === 401) await store.clear()
  else if (fresh.status === 200)
    waitUntil(
      storeFreshResponse(store, {
        request,
        reply: fresh.clone(),
        memberCache: place,
        generation: turn,
      }),
    )
  else if (place && fresh.status < 500) await store.deleteResponse(place, request.url)
  return fresh
}

/** What signs out or takes away holds for what is kept too, before the page hears of it. */
async function forwardAndInvalidate(
  request: Request,
  { store, fetch }: ResponderContext,
): Promise<Response> {
  const reply = await fetch(request)
  if (!reply.ok) return reply
  const url = new URL(request.url)
  if (isSignOutRequest(request.method, url)) await store.clear()
  else await store.clearExceptViewer(new URL(VIEWER_ENDPOINT, url).href)
  return reply
}

interface FreshResponse {
  request: Request
  reply: Response
  memberCache: MemberCache | undefined
  generation: number
}

/** Who looks is the only one who can put up a shelf: nothing is kept before that is known. */
async function storeFreshResponse(
  shelf: OfflineStore,
  { request, reply, memberCache, generation }: FreshResponse,
): Promise<void> {
  let to = memberCache
  if (new URL(request.url).pathname === VIEWER_ENDPOINT) {
    const member = parseMemberId(await reply.clone().json())
    if (member === undefined) return
    if (to?.member !== member) to = await shelf.createMemberCache(member, generation)
  }
  if (to) await shelf.storeResponse(to, request.url, reply)
}

function parseMemberId(body: unknown): string | undefined {
  const id = typeof body === 'object' && body !== null && '_id' in body ? body._id : undefined
  return typeof id === 'string' ? id : undefined
}

/** What is stored, if the network fails or is silent for too long. */
async function fallBackToStored(
  reply: Promise<Response>,
  look: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), NETWORK_TIMEOUT_MS)
  try {
    return (await Promise.race([reply, late])) === 'late' ? await look() : undefined
  } catch {
    return await look()
  } finally {
    clearTimeout(timer)
  }
}
