import { ApiError } from '../../lib/api.ts'

const RETRIES = 3
const RETRY_STEP_MS = 2000

/** The session has ended. Not the API's own refusal, which would lead away before anybody could read why. */
export class LoginRequired extends Error {
  override name = 'LoginRequired'
}

/** Tried again after 2, 4 and 6 seconds, but only for what may pass by itself. */
export const profileRetry = {
  retry: (failures: number, error: Error) =>
    failures < RETRIES && navigator.onLine && isPassing(error),
  retryDelay: (failures: number) => RETRY_STEP_MS * (failures + 1),
}

/** How a profile speaks of its failures. */
export interface FailureWords {
  /** The server refused it. */
  refused: string
  /** The server answered with something else than a profile. */
  misfit: string
  /** It could not be had after all retries. */
  gaveUp: string
}

export const OWN_WORDS: FailureWords = {
  refused: 'Failed to fetch profile',
  misfit: 'Invalid profile data received',
  gaveUp: 'Failed to load profile. Please try again later.',
}

export const MEMBER_WORDS: FailureWords = {
  refused: 'Failed to fetch user data',
  misfit: 'Invalid user data received',
  gaveUp: 'Failed to load user profile. Please try again later.',
}

/** What is said in the end. */
export function failureText(error: Error, words: FailureWords): string {
  if (isMisfit(error)) return words.misfit
  return isPassing(error) ? words.gaveUp : words.refused
}

/** What is said while the next try is waited for. */
export function waitingText(error: Error, words: FailureWords): string {
  const isCutOff = error instanceof ApiError && error.code === 'network'
  return `${isCutOff ? 'Could not reach the server' : words.refused}. Trying again...`
}

/** Nobody has such a name, or no longer; what cannot be a name is nobody's either. */
export function isNobody(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'not-found' || error.code === 'invalid-input')
}

function isPassing(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'network' || error.code === 'unavailable' || error.code === 'internal'
}

function isMisfit(error: Error): boolean {
  return error instanceof ApiError && error.code === 'unreadable'
}
