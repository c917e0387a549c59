import type { ErrorBody } from '@dolph/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { countOutage } from '../../db/database-metrics.ts'
import { isDeletedMemberError } from '../../db/deleted-member-error.ts'
import { isTransientDatabaseError } from '../../db/transient-database-error.ts'
import { Refusal } from '../../errors.ts'
import { OverloadedError } from '../../semaphore.ts'
import { refusals } from '../http-metrics.ts'
import { RequestValidationError } from '../validation/validate-request.ts'

const OUTAGE_RETRY_SECONDS = 2
const OVERLOAD_RETRY_SECONDS = 1

/** The only place that turns an error into a reply. */
export function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, code, message, details } = toRefusal(error)
  refusals[code] += 1
  if (code === 'internal') request.log.error(error)
  if (code === 'unavailable' && !details.isSwitchedOff) request.log.warn(error)
  if (details.retryAfterSeconds !== undefined) {
    reply.header('retry-after', details.retryAfterSeconds)
  }
  const { fields, signedInAs } = details
  return reply
    .code(statusCode)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({
      success: false,
      code,
      message,
      ...(fields && { fields }),
      ...(signedInAs !== undefined && { signedInAs }),
    } satisfies ErrorBody)
}

/** The refusal that the caller gets for an error. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof RequestValidationError) {
    // A path that cannot name anything is treated like one that names nothing; the contract has the message.
    if (error.validationContext === 'params') {
      return new Refusal('not-found', error.issues[0]?.message ?? 'Not found')
    }
    const fields = error.issues.map(({ path, message }) => [path.join('/'), message] as const)
    return new Refusal('invalid-input', 'Please fix the validation errors before submitting', {
      fields: Object.fromEntries(fields),
    })
  }
  if (isTransientDatabaseError(error)) {
    if (!(error instanceof OverloadedError)) countOutage(error)
    return new Refusal(
      'unavailable',
      'Dolph is catching its breath. Please try again in a moment.',
      {
        retryAfterSeconds:
          error instanceof OverloadedError ? OVERLOAD_RETRY_SECONDS : OUTAGE_RETRY_SECONDS,
      },
    )
  }
  // The session ended with the account, after this call had been authenticated.
  if (isDeletedMemberError(error)) return new Refusal('not-signed-in', 'Please log in')
  // Fastify's own client errors: invalid JSON, a body over the limit, an unsupported content type.
  if (isClientError(error)) return new Refusal('invalid-input', error.message)
  return new Refusal('internal', 'Something went wrong')
}

function isClientError(error: unknown): error is FastifyError {
  if (!(error instanceof Error) || !('statusCode' in error)) return false
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
}
