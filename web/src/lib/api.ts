import { getCsrfToken, getViewer, logIn, signUp, verifyCode } from '@dolph/contract/accounts'
import type { Endpoint, InputOf, ReplyOf } from '@dolph/contract/endpoint'
import { describeSignedInMember, ErrorBody, type ErrorCode } from '@dolph/contract/errors'
import { z } from 'zod/mini'
import { getAccountSwitch, getPageMemberId, setAccountSwitch } from './page-member.ts'
import { requestProof } from './proof-prompt.ts'
import { isUnwantedStoredResponse } from './stored-response.ts'

const TIMEOUT_MS = 10_000

const NOT_CONFIRMED = 'Nothing was changed, because you did not confirm that it is you.'

/** `invalid-response`: the reply does not match the contract. */
type ApiErrorCode = ErrorCode | 'network' | 'invalid-response'

interface ApiErrorDetails {
  /** How long to wait before the next attempt, where the server says so. */
  retryAfterSeconds?: number | undefined
  /** The username of the signed-in member, where the page shows another one. */
  signedInAs?: string | undefined
}

/** A refusal from the API, a network failure, or a reply that does not match the contract. `message` can be shown as it is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | undefined
  readonly signedInAs: string | undefined

  constructor(
    code: ApiErrorCode,
    message: string,
    fields: Record<string, string> = {},
    { retryAfterSeconds, signedInAs }: ApiErrorDetails = {},
  ) {
    super(message)
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
    this.signedInAs = signedInAs
  }
}

interface EndpointInput {
  params?: Record<string, string>
  querystring?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/** Calls one endpoint of the contract. If the server asks for proof, the member is asked, and the call goes on after it. */
export function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  return asPageMember(async (memberHeader) => {
    const attempt = () => callOnce(endpoint, input, { signal, headers: memberHeader })
    try {
      return await attempt()
    } catch (error) {
      const needsProof = error instanceof ApiError && error.code === 'proof-needed'
      if (!needsProof) throw error
      if (!(await requestProof())) throw new ApiError('proof-needed', NOT_CONFIRMED)
      return attempt()
    }
  })
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, headers }: RequestOptions,
): Promise<ReplyOf<E>> {
  // A GET is never refused for a missing token, so it does not wait for one.
  if (endpoint.method === 'GET')
    return sendRequest(endpoint, input, { signal, headers: buildTokenHeader(cachedToken) })
  if (URLS_WITHOUT_TOKEN.has(endpoint.url)) return sendRequest(endpoint, input, { signal, headers })
  return withCsrfToken((tokenHeader) =>
    sendRequest(endpoint, input, { signal, headers: { ...headers, ...tokenHeader } }),
  )
}

type RequestHeaders = Record<string, string>

/** Runs `attempt` with the headers that a changing call needs. */
export async function withWriteHeaders<T>(
  attempt: (headers: RequestHeaders) => Promise<T>,
): Promise<T> {
  throwIfSwitched()
  return asPageMember((memberHeader) =>
    withCsrfToken((tokenHeader) => attempt({ ...memberHeader, ...tokenHeader })),
  )
}

/** Runs `attempt` with the token, and once more with a new token if the first was refused. */
async function withCsrfToken<T>(attempt: (tokenHeader: RequestHeaders) => Promise<T>): Promise<T> {
  try {
    return await attempt(buildTokenHeader(await loadCsrfToken()))
  } catch (error) {
    if (!isCsrfTokenRefused(error)) throw error
    clearCsrfToken()
    return attempt(buildTokenHeader(await loadCsrfToken()))
  }
}

/**
 * Runs `attempt` with the id of the member whom the page shows. The id is read before anything is awaited and stays the
 * same when the call is repeated: a new CSRF token may belong to another member, who has signed in in another tab meanwhile.
 */
async function asPageMember<T>(attempt: (memberHeader: RequestHeaders) => Promise<T>): Promise<T> {
  const memberId = getPageMemberId()
  try {
    return await attempt(memberId === undefined ? {} : { 'x-member-id': memberId })
  } catch (error) {
    const isRefused = error instanceof ApiError && error.signedInAs !== undefined
    if (isRefused && memberId === getPageMemberId()) setAccountSwitch(error.signedInAs)
    throw error
  }
}

/** After a switch of accounts the page sends and reads nothing more: its forms and lists belong to the first member. */
function throwIfSwitched(): void {
  const signedInAs = getAccountSwitch()
  if (signedInAs === undefined) return
  throw new ApiError('conflict', describeSignedInMember(signedInAs), {}, { signedInAs })
}

/** One page of a bare list, with the cursor of the next page from the `Link` header. */
export async function callPaginatedEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<{ items: ReplyOf<E>; nextCursor: string | null }> {
  const { reply, link } = await fetchReply(endpoint, input, {
    signal,
    headers: buildTokenHeader(cachedToken),
  })
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
  [logIn, signUp, verifyCode].map(({ url }) => url),
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
  headers?: RequestHeaders | undefined
}

function buildTokenHeader(token: string | undefined): RequestHeaders {
  return token === undefined ? {} : { 'x-csrf-token': token }
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
  { signal, headers }: RequestOptions,
): Promise<{ reply: ReplyOf<E>; link: string | null }> {
  // The viewer is still asked for, by which the page notices that its member has signed in again.
  if (endpoint.url !== getViewer.url) throwIfSwitched()
  const { params, querystring, body } = input as EndpointInput
  const timeout = AbortSignal.timeout(TIMEOUT_MS)

  const response = await fetch(buildUrl(endpoint.url, params, querystring), {
    method: endpoint.method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw createNetworkError()
  })
  if (isUnwantedStoredResponse(response, signal)) throw createNetworkError()

  const json: unknown = await response.json().catch(() => null)
  const reply = parseReply(endpoint, response.status, json, response.headers.get('retry-after'))
  return { reply, link: response.headers.get('link') }
}

/** Checks a response against the contract; a refusal is thrown as `ApiError`. */
export function parseReply<E extends Endpoint>(
  endpoint: E,
  status: number,
  json: unknown,
  retryAfter: string | null = null,
): ReplyOf<E> {
  if (status < 200 || status > 299) throw toApiError(json, retryAfter)
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

function toApiError(json: unknown, retryAfter: string | null): ApiError {
  const body = z.safeParse(ErrorBody, json)
  if (!body.success) return new ApiError('internal', 'Something went wrong')
  const { code, message, fields, signedInAs } = body.data
  const retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter)
  return new ApiError(code, message, fields, { retryAfterSeconds, signedInAs })
}
