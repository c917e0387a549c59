import { readSecondFactor } from '@dolph/contract/accounts/second-factor'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import type { Endpoint, ReplyOf } from '@dolph/contract/endpoint'
import { listErrorCodes } from '@dolph/contract/endpoint-errors'
import type { ErrorBody } from '@dolph/contract/errors'
import { readExport } from '@dolph/contract/exports/exports'
import { listJoinRequests } from '@dolph/contract/join-requests/join-requests'
import { listConversations } from '@dolph/contract/messaging/messaging'
import { listNotifications } from '@dolph/contract/notifications/notifications'
import { listMemberPosts } from '@dolph/contract/posts/posts'
import { readProject } from '@dolph/contract/projects/projects'
import { listRoles } from '@dolph/contract/roles/roles'
import { listRooms } from '@dolph/contract/rooms/rooms'
import { readRelation } from '@dolph/contract/safety/safety'
import { listUpdates } from '@dolph/contract/updates/updates'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { onTestFinished } from 'vitest'

const METHODS = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }

/** By default answers only the CSRF token that unsafe requests need, that no second factor is on, empty lists of conversations, rooms, notifications, roles, updates, join requests and posts of a member, that nobody is hidden, and that there is no copy of the data. */
export const fakeApi = setupServer(
  http.get(`*${getCsrfToken.url}`, () => HttpResponse.json({ success: true, token: 'token' })),
  http.get(`*${readSecondFactor.url}`, () =>
    HttpResponse.json({ success: true, data: { onSince: null, recoveryCodesLeft: 0 } }),
  ),
  http.get(`*${listConversations.url}`, () =>
    HttpResponse.json({ success: true, data: [], unreadCount: 0, nextCursor: null }),
  ),
  http.get(`*${listRooms.url}`, () =>
    HttpResponse.json({ success: true, data: [], unreadCount: 0, nextCursor: null }),
  ),
  http.get(`*${readExport.url}`, () =>
    HttpResponse.json({ success: true, data: { state: 'none' } }),
  ),
  http.get(`*${readRelation.url}`, () =>
    HttpResponse.json({
      success: true,
      data: { isBlocked: false, isMuted: false, canMessage: true },
    }),
  ),
  http.get(`*${listRoles.url}`, () =>
    HttpResponse.json({ success: true, data: [], answers: null }),
  ),
  http.get(`*${readProject.url}`, () =>
    HttpResponse.json({
      success: true,
      data: { state: null, topics: [], replyDays: 7, isListed: true, isOwner: false },
    }),
  ),
  http.get(`*${listUpdates.url}`, () =>
    HttpResponse.json({ success: true, data: [], nextCursor: null }),
  ),
  http.get(`*${listNotifications.url}`, () =>
    HttpResponse.json({ success: true, data: [], unreadCount: 0, nextCursor: null }),
  ),
  http.get(`*${listMemberPosts.url}`, () =>
    HttpResponse.json({ success: true, message: '', data: [], nextCursor: null }),
  ),
  http.get(`*${listJoinRequests.url}`, () =>
    HttpResponse.json({ success: true, data: [], waitingCount: 0, nextCursor: null }),
  ),
)

/** A request that the fake API has received. */
interface RecordedRequest {
  body: unknown
  token: string | null
  memberId: string | null
}

/** Makes the fake API answer an endpoint with a reply of the contract's type; returns the requests, oldest first. */
export function mockReply<E extends Endpoint>(
  endpoint: E,
  reply: ReplyOf<E> & JsonBodyType,
): RecordedRequest[] {
  const status = Number(Object.keys(endpoint.schema.response)[0])
  return mockRawReply(endpoint, status, reply)
}

/** Makes the fake API refuse an endpoint, only with a code that the API can refuse it with. */
export function mockRefusal(
  endpoint: Endpoint,
  status: number,
  body: Omit<ErrorBody, 'success'>,
  headers: Record<string, string> = {},
): RecordedRequest[] {
  if (!listErrorCodes(endpoint).includes(body.code))
    throw new Error(`${endpoint.url} is never refused with ${body.code}`)
  return mockRawReply(endpoint, status, { success: false, ...body }, headers)
}

/** Makes requests to an endpoint fail as if the server could not be reached. */
export function mockNetworkError(endpoint: Endpoint): void {
  fakeApi.use(METHODS[endpoint.method](`*${endpoint.url}`, () => HttpResponse.error()))
}

/** Makes the fake API hold its reply until the test calls the returned function, or ends. */
export function mockDelayedReply(endpoint: Endpoint, reply: () => JsonBodyType, status = 200) {
  const release = Promise.withResolvers<void>()
  onTestFinished(() => release.resolve())
  fakeApi.use(
    METHODS[endpoint.method](`*${endpoint.url}`, async () => {
      await release.promise
      return HttpResponse.json(reply(), { status })
    }),
  )
  return release.resolve
}

/** For replies that the contract does not allow. */
export function mockRawReply(
  endpoint: Endpoint,
  status: number,
  body: JsonBodyType,
  headers: Record<string, string> = {},
): RecordedRequest[] {
  const requests: RecordedRequest[] = []
  fakeApi.use(
    METHODS[endpoint.method](`*${endpoint.url}`, async ({ request }) => {
      const text = await request.text()
      const sentBody: unknown = text === '' ? undefined : JSON.parse(text)
      requests.push({
        body: sentBody,
        token: request.headers.get('x-csrf-token'),
        memberId: request.headers.get('x-member-id'),
      })
      return HttpResponse.json(body, { status, headers })
    }),
  )
  return requests
}
