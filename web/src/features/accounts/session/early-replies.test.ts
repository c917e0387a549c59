import { getViewer } from '@dolph/contract/accounts/viewer'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { takeEarlyReply } from '../../../lib/api/early-replies.ts'
import { createQueryClient } from '../../../lib/queries/query-client.ts'
import { mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { endSession, expireSession, startSession } from './session.ts'
import { setSignedInHint } from './session-hints.ts'
import { viewerQuery } from './viewer-query.ts'

const FEED_URL = '/api/posts/browse'
const ada = createViewerFixture()

// The clock of the test worker may have run for minutes.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1_000))

test.each<[string, (client: QueryClient) => unknown]>([
  ['a log-in', startSession],
  ['a log-out', (client) => endSession(client, null, '/', () => undefined)],
  [
    'the end of the session',
    (client) =>
      expireSession(client, { pathname: '/posts', search: '', hash: '' }, () => undefined),
  ],
])(
  'the feed that was asked for while the code was loading is not shown after %s',
  async (_, change) => {
    mockReply(getViewer, { success: true, _id: ada._id, data: ada })
    keepEarlyFeed()
    await change(createQueryClient())
    expect(takeEarlyReply(FEED_URL, new AbortController().signal)).toBeUndefined()
  },
)

test('the feed that was asked for with an ended session is not shown to the next member', async () => {
  setSignedInHint()
  mockRefusal(getViewer, 401, { code: 'not-signed-in', message: 'Please log in' })
  keepEarlyFeed()
  expect(await createQueryClient().fetchQuery(viewerQuery)).toBeNull()
  expect(takeEarlyReply(FEED_URL, new AbortController().signal)).toBeUndefined()
})

test('a member whose session goes on gets the early feed', async () => {
  setSignedInHint()
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  keepEarlyFeed()
  await createQueryClient().fetchQuery(viewerQuery)
  expect(takeEarlyReply(FEED_URL, new AbortController().signal)).toBeDefined()
})

function keepEarlyFeed(): void {
  Reflect.set(window, 'earlyReplies', new Map([[FEED_URL, Promise.resolve(Response.json({}))]]))
}
