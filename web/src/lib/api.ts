import { getCsrfToken, logIn, signUp, verifyEmail } from '@dolph/contract/accounts'
import type { Endpoint, InputOf, ReplyOf } from '@dolph/contract/endpoint'
import { ErrorBody, type ErrorCode } from '@dolph/contract/errors'
import { z } from 'zod/mini'
import { isUnwanted } from './stored.ts'

const TIMEOUT_MS = 10_000

/** `unreadable`: the server has answered with something else than the contract says. */
type FailureCode = ErrorCode | 'network' | 'unreadable'

/** A refusal from the API, or the network failing. `message` can be shown as it is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: FailureCode
  readonly fields: Record<string, string>

  constructor(code: FailureCode, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

interface AnyInput {
  params?: Record<string, string>
  querystring?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/** Performs one call of the contract. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  if (WITHOUT_TOKEN.has(endpoint.url)) return send(endpoint, input, { signal })
  // What only reads is not refused for want of a token, so it never waits for one.
  if (endpoint.method === 'GET') return send(endpoint, input, { signal, token: knownToken })
  return withToken((token) => send(endpoint, input, { signal, token }))
}

/** Does something that needs the token; once more with a new one if the token was refused. */
export async function withToken<T>(attempt: (token: string) => Promise<T>): Promise<T> {
  try {
    return await attempt(await csrfToken())
  } catch (error) {
    if (!isTokenRefused(error)) throw error
    forgetCsrfToken()
    return attempt(await csrfToken())
  }
}

/** One page of a bare list: where the next one starts is said by the `Link` header beside it. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<{ items: ReplyOf<E>; nextCursor: string | null }> {
  const { reply, link } = await exchange(endpoint, input, { signal, token: knownToken })
  return { items: reply, nextCursor: nextCursorIn(link) }
}

/** The token belongs to a session: whoever signs in or out gets another. */
export function forgetCsrfToken(): void {
  asked = undefined
  knownToken = undefined
}

/** The server's own words, or `otherwise` where it had none. */
export function messageOf(error: unknown, otherwise: string): string {
  const isSaid = error instanceof ApiError && !WITHOUT_WORDS.includes(error.code)
  return isSaid ? error.message : otherwise
}

const WITHOUT_WORDS: readonly FailureCode[] = ['network', 'internal', 'unreadable']

const WITHOUT_TOKEN: ReadonlySet<string> = new Set(
  [getCsrfToken, logIn, signUp, verifyEmail].map(({ url }) => url),
)

let asked: Promise<string> | undefined
let knownToken: string | undefined

/** Calls that start together wait for one and the same token. */
function csrfToken(): Promise<string> {
  asked ??= fetchToken()
  return asked
}

async function fetchToken(): Promise<string> {
  try {
    const { token } = await send(getCsrfToken, {}, {})
    knownToken = token
    return token
  } catch (error) {
    forgetCsrfToken()
    throw error
  }
}

function isTokenRefused(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.code === 'forbidden' &&
    error.message === 'Invalid CSRF token'
  )
}

interface Sending {
  signal?: AbortSignal | undefined
  token?: string | undefined
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  sending: Sending,
): Promise<ReplyOf<E>> {
  return (await exchange(endpoint, input, sending)).reply
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, token }: Sending,
): Promise<{ reply: ReplyOf<E>; link: string | null }> {
  const { params, querystring, body } = input as AnyInput
  const timeout = AbortSignal.timeout(TIMEOUT_MS)

  const response = await fetch(addressOf(endpoint.url, params, querystring), {
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
    throw unreachable()
  })
  if (isUnwanted(response, signal)) throw unreachable()

  const json: unknown = await response.json().catch(() => null)
  return { reply: replyFrom(endpoint, response.status, json), link: response.headers.get('link') }
}

/** What the contract says such an answer is: a reply, or a refusal that is thrown. */
export function replyFrom<E extends Endpoint>(
  endpoint: E,
  status: number,
  json: unknown,
): ReplyOf<E> {
  if (status < 200 || status > 299) throw refusalFrom(json)
  const reply = z.safeParse(endpoint.schema.response[status] ?? z.never(), json)
  if (!reply.success) throw new ApiError('unreadable', 'Invalid response format')
  return reply.data as ReplyOf<E>
}

export function unreachable(): ApiError {
  return new ApiError('network', 'Could not reach the server. Please try again.')
}

function addressOf(
  url: string,
  params: AnyInput['params'] = {},
  querystring: AnyInput['querystring'] = {},
): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(querystring)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function nextCursorIn(link: string | null): string | null {
  const [, address] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? []
  return address === undefined ? null : new URL(address, location.origin).searchParams.get('cursor')
}

function refusalFrom(json: unknown): ApiError {
  const body = z.safeParse(ErrorBody, json)
  if (!body.success) return new ApiError('internal', 'Something went wrong')
  return new ApiError(body.data.code, body.data.message, body.data.fields)
}
