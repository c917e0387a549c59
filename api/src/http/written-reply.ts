import type { FastifyReply, FastifyRequest } from 'fastify'
import { ok } from './ok.ts'
import { sendStored, StoredReply } from './stored-reply.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends JSON that is written already, as it is. */
export function sendJson(reply: FastifyReply, json: string | Buffer) {
  return reply.type(JSON_TYPE).send(Buffer.from(json))
}

/** The contract's envelope around data that is JSON already. */
export function writeReply(fields: object, data: string): Buffer {
  return Buffer.from(`${JSON.stringify(ok(fields)).slice(0, -1)},"data":${data}}`)
}

/** One thing that is JSON already, under a tag of its own. */
export function sendOne(request: FastifyRequest, reply: FastifyReply, data: string) {
  return sendPage(request, reply, new StoredReply(writeReply({}, data), JSON_TYPE))
}

/** Kept by the browser, but asked about each time: the tag makes an unchanged page cost nothing. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: StoredReply) {
  reply.header('cache-control', 'private, no-cache')
  return sendStored(request, reply, page)
}
