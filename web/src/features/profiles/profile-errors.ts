import { ApiError } from '../../lib/api.ts'

const RETRIES = 3
const RETRY_STEP_MS = 2000

/** The session has ended. Not the API's own refusal, which would lead away before anybody could read why. */
export class LoginRequiredError extends Error {
  override name = 'LoginRequired'
}

/** Tried again after 2, 4 and 6 seconds, but only for what may pass by itself. */
export const profileRetryOptions = {
  retry: (failures: number, error: Error) =>
    failures < RETRIES && navigator.onLine && isTransient(error),
  retryDelay: (failures: number) => RETRY_STEP_MS * (failures + 1),
}

/** How a profile speaks of its failures. */
export interface ProfileErrorTexts {
  /** The server refused it. */
  refused: string
  /** The server answered with something else than a profile. */
  invalidResponse: string
  /** It could not be had after all retries. */
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

/** What is said in the end. */
export function getProfileErrorText(error: Error, words: ProfileErrorTexts): string {
  if (isInvalidResponse(error)) return words.invalidResponse
  return isTransient(error) ? words.retriesExhausted : words.refused
}

/** What is said while the next try is waited for. */
export function getRetryText(error: Error, words: ProfileErrorTexts): string {
  const isCutOff = error instanceof ApiError && error.code === 'network'
  return `${isCutOff ? 'Could not reach the server' : words.refused}. Trying again...`
}

/** Nobody has such a name, or no longer; what cannot be a name is nobody's either. */
export function isUnknownMember(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'not-found' || error.code === 'invalid-input')
}

function isTransient(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'network' || error.code === 'unavailable' || error.code === 'internal'
}

function isInvalidResponse(error: Error): boolean {
  return error instanceof ApiError && error.code === 'unreadable'
}
