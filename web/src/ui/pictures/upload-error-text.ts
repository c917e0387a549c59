import { ApiError, getErrorMessage } from '../../lib/api/api-error.ts'
import { InvalidPictureError } from './crop-picture.ts'

/** What to tell a member whose picture could not be used or stored; without a connection, `offlineText`. */
export function getUploadErrorText(
  error: unknown,
  failureText: string,
  offlineText = failureText,
): string {
  if (error instanceof InvalidPictureError) return error.message
  if (!(error instanceof ApiError) || error.code === 'unavailable') return failureText
  if (error.code === 'network' && !navigator.onLine) return offlineText
  return getErrorMessage(error, failureText)
}
