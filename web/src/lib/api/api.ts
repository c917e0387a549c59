import type { Endpoint, InputOf, ReplyOf } from '@dolph/contract/endpoint'
import { ApiError } from './api-error.ts'
import { getCachedTokenHeader, withCsrfToken } from './csrf-token.ts'
import { getPageMemberId, setAccountSwitch } from '../page-member.ts'
import { requestProof } from '../proof-prompt.ts'
import { resendLostCall } from './resend-lost-call.ts'
import {
  fetchReply,
  sendRequest,
  throwIfSwitched,
  type RequestHeaders,
  type RequestOptions,
} from './send-request.ts'

const NOT_CONFIRMED = 'Nothing was changed, because you did not confirm it’s you.'

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
  const isRead = endpoint.method === 'GET'
  if (endpoint.config.csrf !== 'token')
    return sendRequest(endpoint, input, { signal, headers: isRead ? undefined : headers })
  if (isRead) return sendRequest(endpoint, input, { signal, headers: getCachedTokenHeader() })
  const { body } = input as { body?: unknown }
  return withCsrfToken((tokenHeader) =>
    resendLostCall({ endpoint, body, signal }, () =>
      sendRequest(endpoint, input, { signal, headers: { ...headers, ...tokenHeader } }),
    ),
  )
}

/** Runs `attempt` with the headers that a changing call needs. */
export async function withWriteHeaders<T>(
  attempt: (headers: RequestHeaders) => Promise<T>,
): Promise<T> {
  throwIfSwitched()
  return asPageMember((memberHeader) =>
    withCsrfToken((tokenHeader) => attempt({ ...memberHeader, ...tokenHeader })),
  )
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

/** One page of a bare list, with the cursor of the next page from the `Link` header. */
export async function callPaginatedEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<{ items: ReplyOf<E>; nextCursor: string | null }> {
  const { reply, link } = await fetchReply(endpoint, input, {
    signal,
    headers: getCachedTokenHeader(),
  })
  return { items: reply, nextCursor: parseNextCursor(link) }
}

function parseNextCursor(link: string | null): string | null {
  const [, url] = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? []
  return url === undefined ? null : new URL(url, location.origin).searchParams.get('cursor')
}
