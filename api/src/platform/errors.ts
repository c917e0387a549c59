import type { ErrorCode } from '@dolph/contract/errors'

export const STATUS_CODES = {
  'invalid-input': 400,
  'code-expired': 400,
  'not-signed-in': 401,
  'email-not-verified': 403,
  forbidden: 403,
  'invalid-csrf-token': 403,
  'proof-needed': 403,
  'second-factor-needed': 403,
  limited: 403,
  'not-found': 404,
  conflict: 409,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>

interface RefusalDetails {
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** The username of the signed-in member, where the request named another one. */
  signedInAs?: string
  /** An operator has switched off what was asked for: the error handler logs no warning. */
  isSwitchedOff?: boolean
}

/** An error that can be explained to the caller. Anything else that is thrown is a bug and becomes a 500. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly statusCode: number
  readonly details: RefusalDetails

  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}) {
    super(message)
    this.code = code
    this.statusCode = STATUS_CODES[code]
    this.details = details
  }
}
