import { isInvalidResponse } from '../../lib/api/api-error.ts'

export const FETCH_FAILED = 'Failed to fetch messages'

/** The text for messages or conversations that could not be fetched. */
export function getFetchFailure(error: unknown): string {
  return isInvalidResponse(error) ? 'Invalid messages data received' : FETCH_FAILED
}
