import { getCsrfToken } from '@dolph/contract/accounts'
import type { Endpoint, ReplyOf } from '@dolph/contract/endpoint'
import type { ErrorBody } from '@dolph/contract/errors'
import { listConversations } from '@dolph/contract/messaging'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'

const METHODS = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }

/** Knows from the start only the token that unsafe calls need, and that nobody has written to the member. */
export const fakeApi = setupServer(
  http.get(`*${getCsrfToken.url}`, () => HttpResponse.json({ success: true, token: 'token' })),
  http.get(`*${listConversations.url}`, () =>
    HttpResponse.json({ success: true, data: [], unreadCount: 0, nextCursor: null }),
  ),
)

/** What the fake API was asked, oldest first. */
interface RecordedRequest {
  body: unknown
  token: string | null
}

/** Makes the fake API answer one call of the contract; the type checker holds the answer to it. */
export function mockReply<E extends Endpoint>(
  endpoint: E,
  reply: ReplyOf<E> & JsonBodyType,
): RecordedRequest[] {
  const status = Number(Object.keys(endpoint.schema.response)[0])
  return mockRawReply(endpoint, status, reply)
}

export function mockRefusal(
  endpoint: Endpoint,
  status: number,
  body: Omit<ErrorBody, 'success'>,
): RecordedRequest[] {
  return mockRawReply(endpoint, status, { success: false, ...body })
}

/** The server cannot be reached. */
export function mockNetworkError(endpoint: Endpoint): void {
  fakeApi.use(METHODS[endpoint.method](`*${endpoint.url}`, () => HttpResponse.error()))
}

/** For replies that the contract does not allow. */
export function mockRawReply(
  endpoint: Endpoint,
  status: number,
  body: JsonBodyType,
): RecordedRequest[] {
  const asked: RecordedRequest[] = []
  fakeApi.use(
    METHODS[endpoint.method](`*${endpoint.url}`, async ({ request }) => {
      const typed = await request.text()
      const sent: unknown = typed === '' ? undefined : JSON.parse(typed)
      asked.push({ body: sent, token: request.headers.get('x-csrf-token') })
      return HttpResponse.json(body, { status })
    }),
  )
  return asked
}
