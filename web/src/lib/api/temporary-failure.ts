import { ApiError } from './api-error.ts'

const TEMPORARY_CODES: readonly ApiError['code'][] = [
  'network',
  'unavailable',
  'internal',
  'invalid-response',
  'not-signed-in',
  'too-many-requests',
]

/** Whether a call may succeed later as it is. Otherwise the server has refused it for good. */
export function isTemporaryFailure(error: unknown): boolean {
  return !(error instanceof ApiError) || TEMPORARY_CODES.includes(error.code)
}
