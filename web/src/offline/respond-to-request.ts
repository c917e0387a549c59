import {
  isAvailableOffline,
  isPictureUrl,
  isSignOutRequest,
  VIEWER_ENDPOINT,
} from './offline-endpoints.ts'
import type { MemberCache, OfflineStore } from './offline-store.ts'

/** Shorter than the timeout of a page, which must get the stored response before it gives up. */
const NETWORK_TIMEOUT_MS = 8000

interface ResponderContext {
  store: OfflineStore
  fetch: (request: Request) => Promise<Response>
  /** Keeps the worker alive for work that continues after the response. */
  waitUntil: (work: Promise<unknown>) => void
}

/** Whether a request reads or invalidates stored responses. All others, above all uploads, bypass the worker. */
export function shouldInterceptRequest(method: string, url: URL): boolean {
  if (method === 'GET') return isAvailableOffline(url) || isPictureUrl(url)
  return isSignOutRequest(method, url) || (method === 'DELETE' && url.pathname.startsWith('/api/'))
}

/**
 * Pictures: store first. All else: network first, and the store if the network fails or takes more than 8 s; never when
 * the server refuses. The viewer also while the server fails.
 */
export async function respondToRequest(
  request: Request,
  context: ResponderContext,
): Promise<Response> {
  if (request.method !== 'GET') return forwardAndInvalidate(request, context)
  const { store, fetch, waitUntil } = context
  const generation = store.getGeneration()
  const memberCache = await store.findMemberCache()
  const matchStored = async () => memberCache && store.matchResponse(memberCache, request.url)

  // The content of a picture URL never changes.
  const picture = isPictureUrl(new URL(request.url)) ? await matchStored() : undefined
  if (picture) return picture

  const response = fetch(request)
  // Marks the rejection as handled: it is awaited only later, and would count as unhandled until then.
  response.catch(() => undefined)
  const stored = await fallBackToStored(response, matchStored)
  if (stored) return stored

  const fresh = await response
  // A server that is away says nothing about the session: the header keeps its member.
  if (fresh.status >= 500 && new URL(request.url).pathname === VIEWER_ENDPOINT)
    return (await matchStored()) ?? fresh
  if (fresh.status === 401) await store.clear()
  else if (fresh.status === 200)
    waitUntil(
      storeFreshResponse(store, {
        request,
        response: fresh.clone(),
        memberCache,
        generation,
      }),
    )
  else if (memberCache && fresh.status < 500) await store.deleteResponse(memberCache, request.url)
  return fresh
}

/** Forwards a sign-out or a deletion, and clears the store accordingly before the page gets the response. */
async function forwardAndInvalidate(
  request: Request,
  { store, fetch }: ResponderContext,
): Promise<Response> {
  const response = await fetch(request)
  if (!response.ok) return response
  const url = new URL(request.url)
  if (isSignOutRequest(request.method, url)) await store.clear()
  else await store.clearExceptViewer(new URL(VIEWER_ENDPOINT, url).href)
  return response
}

interface FreshResponse {
  request: Request
  response: Response
  memberCache: MemberCache | undefined
  generation: number
}

/** Only the viewer response creates a member cache: nothing is stored before the member is known. */
async function storeFreshResponse(
  store: OfflineStore,
  { request, response, memberCache, generation }: FreshResponse,
): Promise<void> {
  let target = memberCache
  if (new URL(request.url).pathname === VIEWER_ENDPOINT) {
    const member = parseMemberId(await response.clone().json())
    if (member === undefined) return
    if (target?.member !== member) target = await store.createMemberCache(member, generation)
  }
  if (target) await store.storeResponse(target, request.url, response)
}

function parseMemberId(body: unknown): string | undefined {
  const id = typeof body === 'object' && body !== null && '_id' in body ? body._id : undefined
  return typeof id === 'string' ? id : undefined
}

/** The stored response, if the network fails or does not answer in time. */
async function fallBackToStored(
  response: Promise<Response>,
  matchStored: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<'timeout'>()
  const timer = setTimeout(() => resolve('timeout'), NETWORK_TIMEOUT_MS)
  try {
    return (await Promise.race([response, timeout])) === 'timeout' ? await matchStored() : undefined
  } catch {
    return await matchStored()
  } finally {
    clearTimeout(timer)
  }
}
