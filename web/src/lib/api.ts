import { getCsrfToken, logIn, signUp, verifyEmail } from '@dolph/contract/accounts'
import type { Endpoint, InputOf, ReplyOf } from '@dolph/contract/endpoint'
import { ErrorBody, type ErrorCode } from '@dolph/contract/errors'
import { z } from 'zod/mini'
import { isUnwantedStoredResponse } from './stored-response.ts'

const TIMEOUT_MS = 10_000

/** `unreadable`: the server has answered with something else than the contract says. */
type ApiErrorCode = ErrorCode | 'network' | 'unreadable'

/** A refusal from the API, or the network failing. `message` can be shown as it is. */
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

/** Performs one call of the contract. */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  if (URLS_WITHOUT_TOKEN.has(endpoint.url)) return sendRequest(endpoint, input, { signal })
  // What only reads is not refused for want of a token, so it never waits for one.
  if (endpoint.method === 'GET') return sendRequest(endpoint, input, { signal, token: cachedToken })
  return withCsrfToken((token) => sendRequest(endpoint, input, { signal, token }))
}

/** Does something that needs the token; once more with a new one if the token was refused. */
export async function withCsrfToken<T>(attempt: (token: string) => Promise<T>): Promise<T> {
  try {
    return await attempt(await loadCsrfToken())
  } catch (error) {
    if (!isCsrfTokenRefused(error)) throw error
    clearCsrfToken()
    return attempt(await loadCsrfToken())
  }
}

/** One page of a bare list: where the next one starts is said by the `Link` header beside it. */
export async function callPaginatedEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<{ items: ReplyOf<E>; nextCursor: string | null }> {
  const { reply, link } = await fetchReply(endpoint, input, { signal, token: cachedToken })
  return { items: reply, nextCursor: parseNextCursor(link) }
}

/** The token belongs to a session: whoever signs in or out gets another. */
export function clearCsrfToken(): void {
  pendingToken = undefined
  cachedToken = undefined
}

/** The server's own words, or `otherwise` where it had none. */
export function getErrorMessage(error: unknown, otherwise: string): string {
  const isSaid = error instanceof ApiError && !CODES_WITHOUT_MESSAGE.includes(error.code)
  return isSaid ? error.message : otherwise
}

const CODES_WITHOUT_MESSAGE: readonly ApiErrorCode[] = ['network', 'internal', 'unreadable']

const URLS_WITHOUT_TOKEN: ReadonlySet<string> = new Set(
  [getCsrfToken, logIn, signUp, verifyEmail].map(({ url }) => url),
)

let pendingToken: Promise<string> | undefined
let cachedToken: string | undefined

/** Calls that start together wait for one and the same token. */
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
  sending: RequestOptions,
): Promise<ReplyOf<E>> {
  return (await fetchReply(endpoint, input, sending)).reply
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

/** What the contract says such an answer is: a reply, or a refusal that is thrown. */
export function parseReply<E extends Endpoint>(
  endpoint: E,
  status: number,
  json: unknown,
): ReplyOf<E> {
  if (status < 200 || status > 299) throw toApiError(json)
  const reply = z.safeParse(endpoint.schema.response[status] ?? z.never(), json)
  if (!reply.success) throw new ApiError('unreadable', 'Invalid response format')
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
  const [, address] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? []
  return address === undefined ? null : new URL(address, location.origin).searchParams.get('cursor')
}

function toApiError(json: unknown): ApiError {
  const body = z.safeParse(ErrorBody, json)
  if (!body.success) return new ApiError('internal', 'Something went wrong')
  return new ApiError(body.data.code, body.data.message, body.data.fields)
}
