import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildJson, RawJson } from '../../db/json-text.ts'
import { sendCachedReply, CachedReply } from './cached-reply.ts'
import { buildSuccessBody } from './success-body.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends JSON that is already serialized. */
export function sendRawJson(reply: FastifyReply, json: string) {
  return reply.type(JSON_TYPE).send(Buffer.from(json))
}

/** The JSON of the contract's envelope, of whose fields some may be raw JSON. */
export function buildRawJsonBody(fields: object): string {
  return buildJson(buildSuccessBody(fields))
}

/** A reply of JSON that is already serialized, to be kept or sent with an ETag. */
export function createJsonReply(json: string, etagSalt?: string): CachedReply {
  return new CachedReply(json, JSON_TYPE, etagSalt)
}

/** Sends data that is already JSON, with an ETag. */
export function sendRawJsonWithEtag(request: FastifyRequest, reply: FastifyReply, data: string) {
  const json = buildRawJsonBody({ data: new RawJson(data) })
  return sendPrivateCachedReply(request, reply, createJsonReply(json))
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
