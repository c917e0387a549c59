import { getCsrfToken, logIn, signUp, verifyEmail } from '@dolph/contract/accounts'
import type { Endpoint, InputOf, ReplyOf } from '@dolph/contract/endpoint'
import { ErrorBody, type ErrorCode } from '@dolph/contract/errors'
import { z } from 'zod/mini'
import { isUnwantedStoredResponse } from './stored-response.ts'

const TIMEOUT_MS = 10_000

/** `invalid-response`: the reply does not match the contract. */
type ApiErrorCode = ErrorCode | 'network' | 'invalid-response'

/** A refusal from the API, a network failure, or a reply that does not match the contract. `message` can be shown as it is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly fields: Record<string, string>

  constructor(code: ApiErrorCode, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

interface EndpointInput {
  params?: Record<string, string>
  querystring?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/** Calls one endpoint of the contract. */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  if (URLS_WITHOUT_TOKEN.has(endpoint.url)) return sendRequest(endpoint, input, { signal })
  // A GET is never refused for a missing token, so it does not wait for one.
  if (endpoint.method === 'GET') return sendRequest(endpoint, input, { signal, token: cachedToken })
  return withCsrfToken((token) => sendRequest(endpoint, input, { signal, token }))
}

/** Runs `attempt` with the token, and once more with a new token if the first was refused. */
export async function withCsrfToken<T>(attempt: (token: string) => Promise<T>): Promise<T> {
  try {
    return await attempt(await loadCsrfToken())
  } catch (error) {
    if (!isCsrfTokenRefused(error)) throw error
    clearCsrfToken()
    return attempt(await loadCsrfToken())
  }
}

/** One page of a bare list, with the cursor of the next page from the `Link` header. */
export async function callPaginatedEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<{ items: ReplyOf<E>; nextCursor: string | null }> {
  const { reply, link } = await fetchReply(endpoint, input, { signal, token: cachedToken })
  return { items: reply, nextCursor: parseNextCursor(link) }
}

/** To be called after a sign-in or sign-out: the token belongs to a session. */
export function clearCsrfToken(): void {
  pendingToken = undefined
  cachedToken = undefined
}

/** The server's message, or `fallback` where the error has none for the viewer. */
export function getErrorMessage(error: unknown, fallback: string): string {
  const hasMessage = error instanceof ApiError && !CODES_WITHOUT_MESSAGE.includes(error.code)
  return hasMessage ? error.message : fallback
}

const CODES_WITHOUT_MESSAGE: readonly ApiErrorCode[] = ['network', 'internal', 'invalid-response']

const URLS_WITHOUT_TOKEN: ReadonlySet<string> = new Set(
  [getCsrfToken, logIn, signUp, verifyEmail].map(({ url }) => url),
)

let pendingToken: Promise<string> | undefined
let cachedToken: string | undefined

/** Concurrent calls share one request for the token. */
function loadCsrfToken(): Promise<string> {
  pendingToken ??= fetchCsrfToken()
  return pendingToken
}

async function fetchCsrfToken(): Promise<string> {
  try {
    const { token } = await sendRequest(getCsrfToken, {}, {})
    cachedToken = token
    return token
  } catch (error) {
    clearCsrfToken()
    throw error
  }
}

function isCsrfTokenRefused(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.code === 'forbidden' &&
    error.message === 'Invalid CSRF token'
  )
}

interface RequestOptions {
  signal?: AbortSignal | undefined
  token?: string | undefined
}

async function sendRequest<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: RequestOptions,
): Promise<ReplyOf<E>> {
  return (await fetchReply(endpoint, input, options)).reply
}

async function fetchReply<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, token }: RequestOptions,
): Promise<{ reply: ReplyOf<E>; link: string | null }> {
  const { params, querystring, body } = input as EndpointInput
  const timeout = AbortSignal.timeout(TIMEOUT_MS)

  const response = await fetch(buildUrl(endpoint.url, params, querystring), {
    method: endpoint.method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      ...(token !== undefined && { 'x-csrf-token': token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw createNetworkError()
  })
  if (isUnwantedStoredResponse(response, signal)) throw createNetworkError()

  const json: unknown = await response.json().catch(() => null)
  return { reply: parseReply(endpoint, response.status, json), link: response.headers.get('link') }
}

/** Checks a response against the contract; a refusal is thrown as `ApiError`. */
export function parseReply<E extends Endpoint>(
  endpoint: E,
  status: number,
  json: unknown,
): ReplyOf<E> {
  if (status < 200 || status > 299) throw toApiError(json)
  const reply = z.safeParse(endpoint.schema.response[status] ?? z.never(), json)
  if (!reply.success) throw new ApiError('invalid-response', 'Invalid response format')
  return reply.data as ReplyOf<E>
}

export function createNetworkError(): ApiError {
  return new ApiError('network', 'Could not reach the server. Please try again.')
}

function buildUrl(
  url: string,
  params: EndpointInput['params'] = {},
  querystring: EndpointInput['querystring'] = {},
): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(querystring)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function parseNextCursor(link: string | null): string | null {
  const [, url] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? []
  return url === undefined ? null : new URL(url, location.origin).searchParams.get('cursor')
}

function toApiError(json: unknown): ApiError {
  const body = z.safeParse(ErrorBody, json)
  if (!body.success) return new ApiError('internal', 'Something went wrong')
  return new ApiError(body.data.code, body.data.message, body.data.fields)
}
