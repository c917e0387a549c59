import { ApiError, getErrorMessage } from '../../lib/api/api-error.ts'
import { InvalidPictureError } from './crop-picture.ts'

/** What to tell a member whose picture could not be used or stored. */
export function getUploadErrorText(error: unknown, failureText: string): string {
  if (error instanceof InvalidPictureError) return error.message
  if (!(error instanceof ApiError) || error.code === 'unavailable') return failureText
  if (error.code === 'network' && !navigator.onLine)
    return 'You are offline. Your picture is kept: try again once you are connected.'
  return getErrorMessage(error, failureText)
}
