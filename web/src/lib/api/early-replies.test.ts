import { getViewer } from '@dolph/contract/accounts/viewer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockReply } from '../../testing/fake-api.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { callEndpoint } from './api.ts'

const ada = createViewerFixture()
const early = { success: true, _id: ada._id, data: { ...ada, userName: 'early' } }

// The clock of the test worker may have run for minutes.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1_000))
afterEach(() => void Reflect.deleteProperty(window, 'earlyReplies'))

test('a reply that came while the code was loading is used once, and then the server is asked', async () => {
  const requests = mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  keepEarlyReply(Promise.resolve(Response.json(early)))
  expect((await callEndpoint(getViewer, {})).data.userName).toBe('early')
  expect(requests).toHaveLength(0)
  expect((await callEndpoint(getViewer, {})).data.userName).toBe(ada.userName)
  expect(requests).toHaveLength(1)
})

test('an early request that failed is a network error, and the next one goes to the server', async () => {
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  keepEarlyReply(Promise.reject(new TypeError('Failed to fetch')))
  await expect(callEndpoint(getViewer, {})).rejects.toThrow('Could not reach')
  expect((await callEndpoint(getViewer, {})).data.userName).toBe(ada.userName)
})

test('a refusal is a refusal', async () => {
  const refusal = { success: false, code: 'not-signed-in', message: 'Please log in' }
  keepEarlyReply(Promise.resolve(Response.json(refusal, { status: 401 })))
  await expect(callEndpoint(getViewer, {})).rejects.toThrow('Please log in')
})

test('a reply that nobody has asked for in time is not used', async () => {
  mockReply(getViewer, { success: true, _id: ada._id, data: ada })
  keepEarlyReply(Promise.resolve(Response.json(early)))
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect((await callEndpoint(getViewer, {})).data.userName).toBe(ada.userName)
})

test('a request that is canceled does not wait for its early reply', async () => {
  keepEarlyReply(new Promise(() => undefined))
  const abort = new AbortController()
  const call = callEndpoint(getViewer, {}, abort.signal)
  abort.abort(new Error('Left the page'))
  await expect(call).rejects.toThrow('Left the page')
})

function keepEarlyReply(reply: Promise<Response>): void {
  // As the script does: the page reports a failure, if it needs the reply.
  reply.catch(() => undefined)
  Reflect.set(window, 'earlyReplies', new Map([[getViewer.url, reply]]))
}
