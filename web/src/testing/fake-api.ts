import type { Endpoint, ReplyOf } from '@dolph/contract/endpoint'
import type { ErrorBody } from '@dolph/contract/errors'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'

export const fakeApi = setupServer()

/** Makes the fake API answer one call of the contract; the type checker holds the answer to it. */
export function answer<E extends Endpoint>(endpoint: E, reply: ReplyOf<E> & JsonBodyType): void {
  const status = Number(Object.keys(endpoint.schema.response)[0])
  answerRaw(endpoint, status, reply)
}

export function refuse(endpoint: Endpoint, status: number, body: Omit<ErrorBody, 'success'>): void {
  answerRaw(endpoint, status, { success: false, ...body })
}

/** For replies that the contract does not allow. */
export function answerRaw(endpoint: Endpoint, status: number, body: JsonBodyType): void {
  const verb = VERBS[endpoint.method]
  fakeApi.use(verb(`*${endpoint.url}`, () => HttpResponse.json(body, { status })))
}

const VERBS = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }
