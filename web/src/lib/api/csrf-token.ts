import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { ApiError } from './api-error.ts'
import { sendRequest, type RequestHeaders } from './send-request.ts'

let pendingToken: Promise<string> | undefined
let cachedToken: string | undefined

/** Runs `attempt` with the token, and once more with a new token if the first was refused. */
export async function withCsrfToken<T>(
  attempt: (tokenHeader: RequestHeaders) => Promise<T>,
): Promise<T> {
  try {
    return await attempt(buildTokenHeader(await loadCsrfToken()))
  } catch (error) {
    if (!isCsrfTokenRefused(error)) throw error
    clearCsrfToken()
    return attempt(buildTokenHeader(await loadCsrfToken()))
  }
}

/** The header for a GET, which is never refused for a missing token and so does not wait for one. */
export function getCachedTokenHeader(): RequestHeaders {
  return buildTokenHeader(cachedToken)
}

/** To be called after a sign-in or sign-out: the token belongs to a session. */
export function clearCsrfToken(): void {
  pendingToken = undefined
  cachedToken = undefined
}

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
  return error instanceof ApiError && error.code === 'invalid-csrf-token'
}

function buildTokenHeader(token: string | undefined): RequestHeaders {
  return token === undefined ? {} : { 'x-csrf-token': token }
}
