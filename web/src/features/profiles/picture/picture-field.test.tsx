import { uploadPicture } from '@dolph/contract/pictures/pictures'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { mockNetworkError, fakeApi, mockDelayedReply } from '../../../testing/fake-api.ts'
import { fakePictures } from '../../../testing/fake-pictures.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { PictureField } from './picture-field.tsx'

const PICTURE_URL = `/pictures/${'a'.repeat(43)}/512.webp`
const OTHER_URL = `/pictures/${'b'.repeat(43)}/512.webp`
const UPLOADED = { success: true, url: PICTURE_URL } as const
const PHOTO = new File(['photo'], 'me.jpg', { type: 'image/jpeg' })
const WRONG_TYPE = 'Please choose a JPEG, PNG or WebP picture'

test('a chosen picture is cropped to a square, uploaded and passed to the form', async () => {
  const { drawn } = fakePictures({ width: 1200, height: 800 })
  const uploads = serveUpload()
  openField()

  await cropPhoto()

  expect(await screen.findByText('Uploaded. Save your profile to keep it.')).toBeTruthy()
  expect(getFieldValue()).toBe(PICTURE_URL)
  expect(drawn).toEqual([{ from: [200, 0, 800], side: 800 }])
  expect(uploads).toEqual([{ name: 'picture.webp', type: 'image/webp', token: 'token' }])
  expect(screen.getByRole('button', { name: 'Change picture' })).toBeTruthy()
})

test('the cropped picture is shown at once, and stays after the upload', async () => {
  fakePictures()
  const releaseReply = mockDelayedReply(uploadPicture, () => UPLOADED, 201)
  openField()

  await cropPhoto()
  await screen.findByRole('progressbar', { name: 'Uploading picture' })
  expect(getShownPicture()).toBe('blob:picture-2')

  releaseReply()
  await screen.findByText('Uploaded. Save your profile to keep it.')
  expect(getShownPicture()).toBe('blob:picture-2')
})

test('the field is busy while a picture is cropped or uploaded', async () => {
  fakePictures()
  const releaseReply = mockDelayedReply(uploadPicture, () => UPLOADED, 201)
  openField()
  expect(getBusyState()).toBe('idle')

  await choosePicture(PHOTO)
  await screen.findByRole('dialog', { name: 'Crop your picture' })
  expect(getBusyState()).toBe('busy')
  await confirmCrop()
  await screen.findByRole('progressbar')
  expect(getBusyState()).toBe('busy')

  releaseReply()
  await waitFor(() => expect(getBusyState()).toBe('idle'))
})

test('a picture can be dropped, and the field shows where', async () => {
  fakePictures()
  openField()
  const field = screen.getByRole('group', { name: 'Profile picture' })
  const dataTransfer = { types: ['Files'], files: [PHOTO], dropEffect: 'none' }

  fireEvent.dragEnter(field, { dataTransfer })
  expect(screen.getByText('Drop it here')).toBeTruthy()
  fireEvent.drop(field, { dataTransfer })

  expect(await screen.findByRole('dialog', { name: 'Crop your picture' })).toBeTruthy()
  expect(screen.queryByText('Drop it here')).toBeNull()
})

test.each([
  ['a GIF', new File(['GIF89a'], 'me.gif', { type: 'image/gif' }), WRONG_TYPE],
  ['a file of no type', new File(['?'], 'me'), WRONG_TYPE],
  [
    'more than 30 MB',
    createFileOfSize(30 * 1024 * 1024 + 1),
    'The picture is too large: it can have at most 30 MB',
  ],
])('%s is refused without a request', async (_, file, message) => {
  fakePictures()
  openField()

  await choosePicture(file)

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a large original is accepted, because the cropped picture is small', async () => {
  fakePictures()
  openField()
  await choosePicture(createFileOfSize(12 * 1024 * 1024))
  expect(await screen.findByRole('dialog', { name: 'Crop your picture' })).toBeTruthy()
})

test('a file that cannot be decoded is refused', async () => {
  const { revoked } = fakePictures({ isReadable: false })
  openField()

  await choosePicture(PHOTO)

  expect((await screen.findByRole('alert')).textContent).toBe(WRONG_TYPE)
  expect(revoked).toEqual(['blob:picture-1'])
})

test('cancelling the crop changes nothing', async () => {
  const { revoked } = fakePictures()
  openField(OTHER_URL)

  await choosePicture(PHOTO)
  await screen.findByRole('dialog')
  await pressButton('Cancel')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(getFieldValue()).toBe(OTHER_URL)
  expect(getBusyState()).toBe('idle')
  expect(revoked).toEqual(['blob:picture-1'])
})

test('zooming in crops a smaller part', async () => {
  const { drawn } = fakePictures({ width: 1200, height: 800 })
  serveUpload()
  openField()
  await choosePicture(PHOTO)

  fireEvent.change(await screen.findByLabelText('Zoom'), { target: { value: '2' } })
  await confirmCrop()

  await waitFor(() => expect(drawn).toEqual([{ from: [400, 200, 400], side: 400 }]))
})

test('a failed upload shows an error and can be retried without cropping again', async () => {
  const { drawn } = fakePictures()
  mockNetworkError(uploadPicture)
  openField(OTHER_URL)

  await cropPhoto()
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to upload profile picture')
  expect(getFieldValue()).toBe(OTHER_URL)
  expect(getBusyState()).toBe('idle')

  serveUpload()
  await pressButton('Try again')
  await waitFor(() => expect(getFieldValue()).toBe(PICTURE_URL))
  expect(drawn).toHaveLength(1)
})

test('a failed upload can be discarded', async () => {
  fakePictures()
  mockNetworkError(uploadPicture)
  openField(OTHER_URL)
  await cropPhoto()
  await screen.findByRole('alert')

  await pressButton('Discard')

  expect(screen.queryByRole('alert')).toBeNull()
  expect(getShownPicture()).toBe(OTHER_URL)
})

test.each([
  [400, 'invalid-input', WRONG_TYPE, WRONG_TYPE],
  [429, 'too-many-requests', 'Too many uploads', 'Too many uploads'],
  [503, 'unavailable', 'Try later', 'Failed to upload profile picture'],
  [500, 'internal', 'Something went wrong', 'Failed to upload profile picture'],
] as const)(
  'a refusal with %i and «%s: %s» is shown as «%s»',
  async (status, code, message, shown) => {
    fakePictures()
    fakeApi.use(
      http.post(`*${uploadPicture.url}`, () =>
        HttpResponse.json({ success: false, code, message }, { status }),
      ),
    )
    openField()

    await cropPhoto()

    expect((await screen.findByRole('alert')).textContent).toBe(shown)
  },
)

test('an upload can be cancelled while it runs', async () => {
  const { revoked } = fakePictures()
  mockDelayedReply(uploadPicture, () => UPLOADED, 201)
  openField(OTHER_URL)
  await cropPhoto()
  await screen.findByRole('progressbar')

  await pressButton('Cancel')

  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(getShownPicture()).toBe(OTHER_URL)
  expect(revoked).toEqual(['blob:picture-1', 'blob:picture-2'])
})

test('a stalled upload shows that it takes longer', async () => {
  fakePictures()
  const { advanceTime } = installFakeClock()
  mockDelayedReply(uploadPicture, () => UPLOADED, 201)
  openField()
  await cropPhoto()
  await screen.findByRole('progressbar')

  await advanceTime(8000)

  expect(screen.getByText('This takes longer than usual. Still trying...')).toBeTruthy()
})

test('a picture can be removed', async () => {
  openField(OTHER_URL)
  await pressButton('Remove')
  expect(getFieldValue()).toBe('')
  expect(screen.getByRole('button', { name: 'Upload picture' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

function openField(url = '') {
  function Form() {
    const [picture, setPicture] = useState(url)
    const [isBusy, setBusy] = useState(false)
    return (
      <>
        <PictureField name="ada" value={picture} onChange={setPicture} onBusyChange={setBusy} />
        <output aria-label="Value">{picture}</output>
        <output aria-label="State">{isBusy ? 'busy' : 'idle'}</output>
      </>
    )
  }
  renderPage(<Form />)
}

/** Accepts uploads and records the files. */
function serveUpload() {
  const uploads: { name: string; type: string; token: string | null }[] = []
  fakeApi.use(
    http.post(`*${uploadPicture.url}`, async ({ request }) => {
      const file = (await request.formData()).get('profilePicture') as File
      uploads.push({ name: file.name, type: file.type, token: request.headers.get('x-csrf-token') })
      return HttpResponse.json(UPLOADED, { status: 201 })
    }),
  )
  return uploads
}

async function choosePicture(file: File) {
  await userEvent.upload(screen.getByLabelText('Picture file'), file, { applyAccept: false })
}

async function confirmCrop() {
  await userEvent.click(await screen.findByRole('button', { name: 'Use picture' }))
}

async function cropPhoto() {
  await choosePicture(PHOTO)
  await confirmCrop()
}

function createFileOfSize(bytes: number): File {
  const file = new File(['photo'], 'me.jpg', { type: 'image/jpeg' })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

function getFieldValue() {
  return screen.getByLabelText('Value').textContent
}

function getBusyState() {
  return screen.getByLabelText('State').textContent
}

function getShownPicture() {
  return document.querySelector('img')?.getAttribute('src')
}
