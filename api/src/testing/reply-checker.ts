import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { listErrorCodes, listHandlerErrors } from '@dolph/contract/endpoint-errors'
import { ErrorBody } from '@dolph/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from '../platform/errors.ts'

interface Schema {
  parse: (json: unknown) => unknown
}

/**
 * Checks every reply of an app under /api/ against the contract, those included that SQL has written as JSON and that no
 * serializer sees: unknown and missing keys, other types, undeclared statuses and error codes. A wrong reply is replaced by
 * a 500 that says what is wrong, and `throwIfWrong` throws, so that no test can overlook it.
 */
export function checkReplies(app: FastifyInstance) {
  const faults: string[] = []
  const handledRequests = new WeakSet<FastifyRequest>()

  app.addHook('preHandler', async (request) => void handledRequests.add(request))
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.routeOptions.url?.startsWith('/api/')) return payload
    const fault = findFault(request, reply, payload, handledRequests.has(request))
    if (fault === undefined) return payload
    const text = `${request.method} ${request.url}: ${reply.statusCode}: ${fault}`
    faults.push(text)
    reply.code(500).type('application/json').removeHeader('content-encoding')
    return JSON.stringify({ success: false, code: 'internal', message: text })
  })

  return {
    throwIfWrong(): void {
      if (faults.length > 0) throw new Error(`Replies outside the contract:\n${faults.join('\n')}`)
    },
  }
}

function findFault(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  isHandled: boolean,
): string | undefined {
  const { statusCode } = reply
  if (statusCode >= 400)
    return findErrorFault(request, statusCode, decode(reply, payload), isHandled)
  const schemas = request.routeOptions.schema?.response as Record<number, Schema> | undefined
  if (!schemas || statusCode === 304) return undefined
  const schema = schemas[statusCode]
  return schema ? findDifference(schema, decode(reply, payload)) : 'undeclared status'
}

function findErrorFault(
  request: FastifyRequest,
  status: number,
  json: unknown,
  isHandled: boolean,
): string | undefined {
  const difference = findDifference(ErrorBody, json)
  if (difference !== undefined) return difference
  const { code, signedInAs } = ErrorBody.parse(json)
  if (STATUS_CODES[code] !== status) return `the code ${code} with another status`
  const { config, method } = request.routeOptions
  const { access, csrf = 'token', restriction = 'none', errors, proof } = config
  if (!access || !errors || signedInAs !== undefined) return undefined
  const call = {
    method: [method].flat()[0] ?? '',
    config: { access, csrf, restriction, errors, ...(proof && { proof }) },
  }
  const declared = isHandled ? listHandlerErrors(call) : listErrorCodes(call)
  return declared.includes(code) ? undefined : `the code ${code} is not declared`
}

/** Zod drops unknown keys, so that a reply has exactly the keys of its schema if parsing changes nothing. */
export function findDifference(schema: Schema, json: unknown): string | undefined {
  try {
    const parsed = schema.parse(json)
    if (isDeepStrictEqual(parsed, json)) return undefined
    return `${JSON.stringify(json)} instead of ${JSON.stringify(parsed)}`
  } catch (error) {
    return `${JSON.stringify(json)}: ${String(error)}`
  }
}

/** The JSON of a body as it is sent; undefined for a body that is not JSON. */
function decode(reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined
  const encoding = reply.getHeader('content-encoding')
  const bytes = Buffer.from(payload)
  const text =
    encoding === 'br'
      ? brotliDecompressSync(bytes)
      : encoding === 'gzip'
        ? gunzipSync(bytes)
        : bytes
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}
