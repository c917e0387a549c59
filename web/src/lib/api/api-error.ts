import { ErrorBody, type ErrorCode } from '@dolph/contract/errors'
import { z } from 'zod/mini'

/** `invalid-response`: the reply does not match the contract. */
type ApiErrorCode = ErrorCode | 'network' | 'invalid-response'

interface ApiErrorDetails {
  /** How long to wait before the next attempt, where the server says so. */
  retryAfterSeconds?: number | undefined
  /** The username of the signed-in member, where the page shows another one. */
  signedInAs?: string | undefined
}

/** A refusal from the API, a network failure, or a reply that does not match the contract. `message` can be shown as it is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | undefined
  readonly signedInAs: string | undefined

  constructor(
    code: ApiErrorCode,
    message: string,
    fields: Record<string, string> = {},
    { retryAfterSeconds, signedInAs }: ApiErrorDetails = {},
  ) {
    super(message)
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
    this.signedInAs = signedInAs
  }
}

export function createNetworkError(): ApiError {
  return new ApiError('network', 'Could not reach the server. Please try again.')
}

/** The error of a refused call, from the body and the `Retry-After` header of its reply. */
export function toApiError(json: unknown, retryAfter: string | null): ApiError {
  const body = z.safeParse(ErrorBody, json)
  if (!body.success) return new ApiError('internal', 'Something went wrong')
  const { code, message, fields, signedInAs } = body.data
  const retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter)
  return new ApiError(code, message, fields, { retryAfterSeconds, signedInAs })
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found'
}

export function isInvalidResponse(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid-response'
}

/** The server's message, or `fallback` where the error has none for the viewer, as that of a proxy. */
export function getErrorMessage(error: unknown, fallback: string): string {
  const hasMessage = error instanceof ApiError && !CODES_WITHOUT_MESSAGE.includes(error.code)
  return hasMessage && error.message.trim() !== '' ? error.message : fallback
}

/** What to do after something failed to load. Only a network error is a reason to check the connection. */
export function getLoadAdvice(error: unknown): string {
  const isNetworkError = error instanceof ApiError && error.code === 'network'
  return getErrorMessage(error, isNetworkError ? CHECK_CONNECTION : PROBLEM_AT_SERVER)
}

const CHECK_CONNECTION = 'Please check your connection, or try again in a moment.'
const PROBLEM_AT_SERVER = 'The problem is on our side. Please try again in a moment.'

const CODES_WITHOUT_MESSAGE: readonly ApiErrorCode[] = ['network', 'internal', 'invalid-response']
