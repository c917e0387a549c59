import { ApiError, isInvalidResponse } from '../../lib/api/api-error.ts'
import { getRetryDelay, shouldRetry } from '../../lib/queries/query-client.ts'

const RETRIES = 3
const RETRY_STEP_MS = 2000

/** Replaces the `not-signed-in` API error, which would redirect to /login before the visitor could read the notice. */
export class LoginRequiredError extends Error {
  override name = 'LoginRequiredError'
}

/** Retries transient errors after 2, 4 and 6 seconds, and too many requests once, after the time that the server names. */
export const profileRetryOptions = {
  retry: (failures: number, error: Error) =>
    isAskedToWait(error)
      ? shouldRetry(failures, error)
      : failures < RETRIES && navigator.onLine && isTransient(error),
  retryDelay: (failures: number, error: Error) =>
    isAskedToWait(error) ? getRetryDelay(failures, error) : RETRY_STEP_MS * (failures + 1),
}

/** Error texts of a profile page. */
export interface ProfileErrorTexts {
  /** The server refused the request. */
  refused: string
  /** The reply does not match the contract. */
  invalidResponse: string
  /** All retries failed. */
  retriesExhausted: string
}

export const OWN_PROFILE_ERRORS: ProfileErrorTexts = {
  refused: 'Failed to fetch profile',
  invalidResponse: 'Invalid profile data received',
  retriesExhausted: 'Failed to load profile. Please try again later.',
}

export const MEMBER_PROFILE_ERRORS: ProfileErrorTexts = {
  refused: 'Failed to fetch user data',
  invalidResponse: 'Invalid user data received',
  retriesExhausted: 'Failed to load user profile. Please try again later.',
}

/** Text shown when loading has failed for good. */
export function getProfileErrorText(error: Error, texts: ProfileErrorTexts): string {
  if (isInvalidResponse(error)) return texts.invalidResponse
  return isTransient(error) ? texts.retriesExhausted : texts.refused
}

/** Text shown while the next retry is pending. */
export function getRetryText(error: Error, texts: ProfileErrorTexts): string {
  const isNetworkError = error instanceof ApiError && error.code === 'network'
  return `${isNetworkError ? 'Could not reach the server' : texts.refused}. Trying again...`
}

/** True for a username that does not exist, and for one that is not valid. */
export function isUnknownMember(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'not-found' || error.code === 'invalid-input')
}

function isTransient(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'network' || error.code === 'unavailable' || error.code === 'internal'
}

function isAskedToWait(error: Error): boolean {
  const isRefused = error instanceof ApiError && error.code === 'too-many-requests'
  return isRefused && error.retryAfterSeconds !== undefined
}
