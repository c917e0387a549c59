import { logOut, sendPasswordCode } from '@dolph/contract/accounts/accounts'
import { getCsrfToken, getViewer } from '@dolph/contract/accounts/viewer'
import { uploadPicture } from '@dolph/contract/pictures/pictures'
import { browsePosts } from '@dolph/contract/posts/posts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { fakeApi, mockRefusal, mockReply } from '../testing/fake-api.ts'
import { createViewerFixture } from '../testing/fixtures/viewer-fixtures.ts'
import { callEndpoint } from './api/api.ts'
import { getAccountSwitch, setPageMemberSource } from './page-member.ts'
import { setProofPrompt } from './proof-prompt.ts'
import { uploadFormData } from './api/upload-form-data.ts'

const DONE = { success: true, message: 'ok' } as const
const FEED = { success: true, message: 'ok', data: [], nextCursor: null } as const
const SIGNED_IN_AS_BOB = {
  code: 'conflict',
  message: 'You are now logged in as @bob. Nothing was sent.',
  signedInAs: 'bob',
} as const

let shownMember: string | undefined

beforeEach(() => {
  shownMember = 'ada'
  setPageMemberSource(() => shownMember)
})

describe('the id of the member whom the page shows', () => {
  test('is sent with changing calls, and not with reads', async () => {
    const changes = mockReply(logOut, DONE)
    const reads = mockReply(browsePosts, { ...FEED, data: [] })
    await callEndpoint(logOut, {})
    await callEndpoint(browsePosts, { querystring: {} })
    expect([changes, reads].map(([call]) => call?.memberId)).toEqual(['ada', null])
  })

  test('is not sent for a visitor', async () => {
    shownMember = undefined
    const calls = mockReply(logOut, DONE)
    await callEndpoint(logOut, {})
    expect(calls.map(({ memberId }) => memberId)).toEqual([null])
  })

  test('is that of the moment of the call, also when the call waits for its first CSRF token', async () => {
    mockReply(getCsrfToken, { success: true, token: 'token' })
    const calls = mockReply(logOut, DONE)
    const call = callEndpoint(logOut, {})
    shownMember = 'bob'
    await call
    expect(calls.map(({ memberId }) => memberId)).toEqual(['ada'])
  })

  test.each([
    ['a call', sendPasswordCode.url, () => callEndpoint(sendPasswordCode, {})],
    ['an upload', uploadPicture.url, uploadNothing],
  ])('is kept when %s is repeated with a new CSRF token', async (_, url, call) => {
    const memberIds: (string | null)[] = []
    fakeApi.use(
      http.post(`*${url}`, ({ request }) => {
        memberIds.push(request.headers.get('x-member-id'))
        shownMember = 'bob'
        const body = { success: false, code: 'invalid-csrf-token', message: 'Invalid CSRF token' }
        return HttpResponse.json(body, { status: 403 })
      }),
    )
    await expect(call()).rejects.toMatchObject({ code: 'invalid-csrf-token' })
    expect(memberIds).toEqual(['ada', 'ada'])
  })
})

test('the id is kept when a call goes on after a proof', async () => {
  const stopPrompt = setProofPrompt(async () => {
    shownMember = 'bob'
    return true
  })
  const calls = mockRefusal(updateProfile, 403, { code: 'proof-needed', message: 'Prove it' })
  const call = callEndpoint(updateProfile, { body: {} })
  await expect(call).rejects.toMatchObject({ code: 'proof-needed' })
  stopPrompt()
  expect(calls.map(({ memberId }) => memberId)).toEqual(['ada', 'ada'])
})

describe('a refusal because another member is signed in', () => {
  test('ends all calls of the page but the one for the viewer', async () => {
    const changes = mockRefusal(logOut, 409, SIGNED_IN_AS_BOB)
    await expect(callEndpoint(logOut, {})).rejects.toMatchObject(SIGNED_IN_AS_BOB)
    expect(getAccountSwitch()).toBe('bob')

    const reads = mockReply(browsePosts, { ...FEED, data: [] })
    const viewer = createViewerFixture()
    mockReply(getViewer, { success: true, _id: viewer._id, data: viewer })
    const read = callEndpoint(browsePosts, { querystring: {} })
    await expect(read).rejects.toMatchObject(SIGNED_IN_AS_BOB)
    await expect(callEndpoint(logOut, {})).rejects.toMatchObject(SIGNED_IN_AS_BOB)
    await expect(uploadNothing()).rejects.toMatchObject(SIGNED_IN_AS_BOB)
    expect((await callEndpoint(getViewer, {})).data.userName).toBe('ada')
    expect([changes.length, reads.length]).toEqual([1, 0])
  })

  test('that arrives after this page has changed its member is ignored', async () => {
    mockRefusal(logOut, 409, SIGNED_IN_AS_BOB)
    const call = callEndpoint(logOut, {})
    shownMember = 'bob'
    await expect(call).rejects.toMatchObject(SIGNED_IN_AS_BOB)
    expect(getAccountSwitch()).toBeUndefined()
  })
})

function uploadNothing() {
  const { signal } = new AbortController()
  return uploadFormData(uploadPicture, new FormData(), { signal, onProgress: () => undefined })
}
