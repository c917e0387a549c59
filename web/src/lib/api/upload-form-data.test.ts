import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { uploadPicture } from '@dolph/contract/pictures/pictures'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { mockReply, mockNetworkError, fakeApi, mockDelayedReply } from '../../testing/fake-api.ts'
import { uploadFormData } from './upload-form-data.ts'

const UPLOADED = { success: true, url: '/pictures/1' } as const

test('an upload sends the form with the token and returns what the contract promises', async () => {
  let token: string | null = null
  let sent: FormDataEntryValue | null = null
  fakeApi.use(
    http.post(`*${uploadPicture.url}`, async ({ request }) => {
      token = request.headers.get('x-csrf-token')
      sent = (await request.formData()).get('note')
      return HttpResponse.json(UPLOADED, { status: 201 })
    }),
  )
  expect(await send()).toEqual(UPLOADED)
  expect([token, sent]).toEqual(['token', 'hello'])
})

test('a refused token is fetched again, once', async () => {
  const tokenRequests = mockReply(getCsrfToken, { success: true, token: 'old' })
  const sentTokens: (string | null)[] = []
  fakeApi.use(
    http.post(`*${uploadPicture.url}`, ({ request }) => {
      sentTokens.push(request.headers.get('x-csrf-token'))
      return HttpResponse.json(REFUSED, { status: 403 })
    }),
  )
  await expect(send()).rejects.toMatchObject({ code: 'invalid-csrf-token' })
  expect(sentTokens).toHaveLength(2)
  expect(tokenRequests).toHaveLength(2)
})

test('a refusal keeps its code and its message', async () => {
  respond(400, { success: false, code: 'invalid-input', message: 'Too small' })
  await expect(send()).rejects.toMatchObject({ code: 'invalid-input', message: 'Too small' })
})

test('a reply that is not JSON becomes an error that can be shown', async () => {
  fakeApi.use(http.post(`*${uploadPicture.url}`, () => HttpResponse.html('<h1>', { status: 502 })))
  await expect(send()).rejects.toMatchObject({ code: 'internal', message: 'Something went wrong' })
})

test('a reply outside the contract is an error, not data', async () => {
  respond(201, { success: true })
  await expect(send()).rejects.toMatchObject({ message: 'Invalid response format' })
})

test('a server that cannot be reached is a network error', async () => {
  mockNetworkError(uploadPicture)
  await expect(send()).rejects.toMatchObject({ code: 'network' })
})

test('a cancelled upload ends at once, and is not a network error', async () => {
  mockDelayedReply(uploadPicture, () => UPLOADED, 201)
  const controller = new AbortController()
  const upload = send(controller.signal)
  controller.abort()
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' })
})

const REFUSED = {
  success: false,
  code: 'invalid-csrf-token',
  message: 'Invalid CSRF token',
} as const

function respond(status: number, body: Record<string, unknown>) {
  fakeApi.use(http.post(`*${uploadPicture.url}`, () => HttpResponse.json(body, { status })))
}

function send(signal = new AbortController().signal) {
  const form = new FormData()
  form.set('note', 'hello')
  return uploadFormData(uploadPicture, form, { signal, onProgress: () => undefined })
}
