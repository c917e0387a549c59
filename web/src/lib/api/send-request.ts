import { getViewer } from '@dolph/contract/accounts/viewer'
import type { Endpoint, InputOf, ReplyOf } from '@dolph/contract/endpoint'
import { describeSignedInMember } from '@dolph/contract/errors'
import { POSITION_HEADER } from '@dolph/contract/position'
import { z } from 'zod/mini'
import { ApiError, createNetworkError, toApiError } from './api-error.ts'
import { getAccountSwitch } from '../page-member.ts'
import { getPositionHeader, keepPosition } from './read-position.ts'
import { takeEarlyReply } from './early-replies.ts'
import { isUnwantedStoredResponse } from './stored-response.ts'
import { getTraceHeader } from './trace-header.ts'

const TIMEOUT_MS = 10_000

export type RequestHeaders = Record<string, string>

export interface RequestOptions {
  signal?: AbortSignal | undefined
  headers?: RequestHeaders | undefined
}

interface EndpointInput {
  params?: Record<string, string>
  querystring?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/** Sends one request of the contract, without retries. */
export async function sendRequest<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: RequestOptions,
): Promise<ReplyOf<E>> {
  return (await fetchReply(endpoint, input, options)).reply
}

/** As `sendRequest`, with the `Link` header of the reply. */
export async function fetchReply<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, headers }: RequestOptions,
): Promise<{ reply: ReplyOf<E>; link: string | null }> {
  // The viewer is still asked for, by which the page notices that its member has signed in again.
  if (endpoint.url !== getViewer.url) throwIfSwitched()
  const { params, querystring, body } = input as EndpointInput
  const timeout = AbortSignal.timeout(TIMEOUT_MS)

  const url = buildUrl(endpoint.url, params, querystring)
  const request = {
    method: endpoint.method,
    credentials: 'same-origin' as const,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      ...headers,
      ...getTraceHeader(),
      ...(endpoint.method === 'GET' && getPositionHeader()),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const early = endpoint.method === 'GET' ? takeEarlyReply(url, request.signal) : undefined
  const response = await (early ?? fetch(url, request)).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw createNetworkError()
  })
  if (isUnwantedStoredResponse(response, signal)) throw createNetworkError()
  keepPosition(response.headers.get(POSITION_HEADER) ?? undefined)

  const json: unknown = await response.json().catch((cause: unknown) => {
    // A proxy may answer with a page of its own. A body that ends in the middle is a failure of the network instead.
    if (cause instanceof SyntaxError) return null
    if (signal?.aborted) throw cause
    throw createNetworkError()
  })
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

/** After a switch of accounts the page sends and reads nothing more: its forms and lists belong to the first member. */
export function throwIfSwitched(): void {
  const signedInAs = getAccountSwitch()
  if (signedInAs === undefined) return
  throw new ApiError('conflict', describeSignedInMember(signedInAs), {}, { signedInAs })
}

export function buildUrl(
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
