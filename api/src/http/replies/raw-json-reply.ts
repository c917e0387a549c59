import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildSuccessBody } from './success-body.ts'
import { sendCachedReply, CachedReply } from './cached-reply.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends JSON that is already serialized. */
export function sendRawJson(reply: FastifyReply, json: string | Buffer) {
  return reply.type(JSON_TYPE).send(Buffer.from(json))
}

/** The contract's envelope around data that is already JSON. */
export function buildRawJsonBody(fields: object, data: string): Buffer {
  return Buffer.from(`${JSON.stringify(buildSuccessBody(fields)).slice(0, -1)},"data":${data}}`)
}

/** Sends data that is already JSON, with an ETag. */
export function sendRawJsonWithEtag(request: FastifyRequest, reply: FastifyReply, data: string) {
  return sendPrivateCachedReply(
    request,
    reply,
    new CachedReply(buildRawJsonBody({}, data), JSON_TYPE),
  )
}

/** The browser caches the reply and revalidates it each time: an unchanged page costs only a 304. */
export function sendPrivateCachedReply(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedReply,
) {
  reply.header('cache-control', 'private, no-cache')
  return sendCachedReply(request, reply, page)
}
