import { uploadPicture } from '@dolph/contract/pictures'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { cutOff, fakeApi } from '../../../testing/fake-api.ts'
import { answerLate } from '../../../testing/fake-comments.tsx'
import { fakePictures } from '../../../testing/fake-pictures.ts'
import { press } from '../../../testing/fill-in.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { holdTime } from '../../../testing/time.ts'
import { PictureField } from './picture-field.tsx'

const ADDRESS = `/pictures/${'a'.repeat(43)}/512.webp`
const OTHER = `/pictures/${'b'.repeat(43)}/512.webp`
const UPLOADED = { success: true, url: ADDRESS } as const
const PHOTO = new File(['photo'], 'me.jpg', { type: 'image/jpeg' })
const WANTED = 'Please choose a JPEG, PNG or WebP picture'

test('a chosen picture is cropped to a square, uploaded and given to the form', async () => {
  const { drawn } = fakePictures({ width: 1200, height: 800 })
  const sent = receive()
  openField()

  await crop()

  expect(await screen.findByText('Uploaded. Save your profile to keep it.')).toBeTruthy()
  expect(value()).toBe(ADDRESS)
  expect(drawn).toEqual([{ from: [200, 0, 800], side: 800 }])
  expect(sent).toEqual([{ name: 'picture.webp', type: 'image/webp', token: 'token' }])
  expect(screen.getByRole('button', { name: 'Change picture' })).toBeTruthy()
})

test('what was cropped is seen at once, and stays until the server has it', async () => {
  fakePictures()
  const letGo = answerLate(uploadPicture, () => UPLOADED, 201)
  openField()

  await crop()
  await screen.findByRole('progressbar', { name: 'Uploading picture' })
  expect(shownPicture()).toBe('blob:picture-2')

  letGo()
  await screen.findByText('Uploaded. Save your profile to keep it.')
  expect(shownPicture()).toBe('blob:picture-2')
})

test('saving waits while a picture is cropped or uploaded', async () => {
  fakePictures()
  const letGo = answerLate(uploadPicture, () => UPLOADED, 201)
  openField()
  expect(isBusy()).toBe('free')

  await choose(PHOTO)
  await screen.findByRole('dialog', { name: 'Crop your picture' })
  expect(isBusy()).toBe('busy')
  await use()
  await screen.findByRole('progressbar')
  expect(isBusy()).toBe('busy')

  letGo()
  await waitFor(() => expect(isBusy()).toBe('free'))
})

test('a picture can be dropped, and the place says so', async () => {
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
  ['a GIF', new File(['GIF89a'], 'me.gif', { type: 'image/gif' }), WANTED],
  ['a file of no type', new File(['?'], 'me'), WANTED],
  ['more than 30 MB', ofSize(30 * 1024 * 1024 + 1), 'The picture is too large'],
])('%s is refused before anything is sent', async (_, file, message) => {
  fakePictures()
  openField()

  await choose(file)

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a large original is fine, as what is cropped is small', async () => {
  fakePictures()
  openField()
  await choose(ofSize(12 * 1024 * 1024))
  expect(await screen.findByRole('dialog', { name: 'Crop your picture' })).toBeTruthy()
})

test('what only pretends to be a picture is refused', async () => {
  const { revoked } = fakePictures({ isReadable: false })
  openField()

  await choose(PHOTO)

  expect((await screen.findByRole('alert')).textContent).toBe(WANTED)
  expect(revoked).toEqual(['blob:picture-1'])
})

test('cancelling the crop leaves everything as it was', async () => {
  const { revoked } = fakePictures()
  openField(OTHER)

  await choose(PHOTO)
  await screen.findByRole('dialog')
  await press('Cancel')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(value()).toBe(OTHER)
  expect(isBusy()).toBe('free')
  expect(revoked).toEqual(['blob:picture-1'])
})

test('zooming in cuts out less', async () => {
  const { drawn } = fakePictures({ width: 1200, height: 800 })
  receive()
  openField()
  await choose(PHOTO)

  fireEvent.change(await screen.findByLabelText('Zoom'), { target: { value: '2' } })
  await use()

  await waitFor(() => expect(drawn).toEqual([{ from: [400, 200, 400], side: 400 }]))
})

test('an upload that fails says so, and is tried again without cropping anew', async () => {
  const { drawn } = fakePictures()
  cutOff(uploadPicture)
  openField(OTHER)

  await crop()
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to upload profile picture')
  expect(value()).toBe(OTHER)
  expect(isBusy()).toBe('free')

  receive()
  await press('Try again')
  await waitFor(() => expect(value()).toBe(ADDRESS))
  expect(drawn).toHaveLength(1)
})

test('a failed upload can be let go', async () => {
  fakePictures()
  cutOff(uploadPicture)
  openField(OTHER)
  await crop()
  await screen.findByRole('alert')

  await press('Discard')

  expect(screen.queryByRole('alert')).toBeNull()
  expect(shownPicture()).toBe(OTHER)
})

test.each([
  [400, 'invalid-input', WANTED, WANTED],
  [429, 'too-many-requests', 'Too many uploads', 'Too many uploads'],
  [503, 'unavailable', 'Try later', 'Failed to upload profile picture'],
  [500, 'internal', 'Something went wrong', 'Failed to upload profile picture'],
] as const)(
  'after a refusal with %i it reads «%s: %s» as «%s»',
  async (status, code, said, shown) => {
    fakePictures()
    fakeApi.use(
      http.post(`*${uploadPicture.url}`, () =>
        HttpResponse.json({ success: false, code, message: said }, { status }),
      ),
    )
    openField()

    await crop()

    expect((await screen.findByRole('alert')).textContent).toBe(shown)
  },
)

test('an upload can be cancelled on its way', async () => {
  const { revoked } = fakePictures()
  answerLate(uploadPicture, () => UPLOADED, 201)
  openField(OTHER)
  await crop()
  await screen.findByRole('progressbar')

  await press('Cancel')

  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(shownPicture()).toBe(OTHER)
  expect(revoked).toEqual(['blob:picture-1', 'blob:picture-2'])
})

test('an upload that stands still for a while is said to', async () => {
  fakePictures()
  const { pass } = holdTime()
  answerLate(uploadPicture, () => UPLOADED, 201)
  openField()
  await crop()
  await screen.findByRole('progressbar')

  await pass(8000)

  expect(screen.getByText('This takes longer than usual. Still trying...')).toBeTruthy()
})

test('a picture can be taken away', async () => {
  openField(OTHER)
  await press('Remove')
  expect(value()).toBe('')
  expect(screen.getByRole('button', { name: 'Upload picture' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

function openField(address = '') {
  function Form() {
    const [picture, setPicture] = useState(address)
    const [isBusyNow, setBusy] = useState(false)
    return (
      <>
        <PictureField name="ada" value={picture} onChange={setPicture} onBusyChange={setBusy} />
        <output aria-label="Value">{picture}</output>
        <output aria-label="Saving">{isBusyNow ? 'busy' : 'free'}</output>
      </>
    )
  }
  renderPage(<Form />)
}

/** Answers an upload, and writes down what arrived. */
function receive() {
  const sent: { name: string; type: string; token: string | null }[] = []
  fakeApi.use(
    http.post(`*${uploadPicture.url}`, async ({ request }) => {
      const file = (await request.formData()).get('profilePicture') as File
      sent.push({ name: file.name, type: file.type, token: request.headers.get('x-csrf-token') })
      return HttpResponse.json(UPLOADED, { status: 201 })
    }),
  )
  return sent
}

async function choose(file: File) {
  await userEvent.upload(screen.getByLabelText('Picture file'), file, { applyAccept: false })
}

async function use() {
  await userEvent.click(await screen.findByRole('button', { name: 'Use picture' }))
}

async function crop() {
  await choose(PHOTO)
  await use()
}

function ofSize(bytes: number): File {
  const file = new File(['photo'], 'me.jpg', { type: 'image/jpeg' })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

function value() {
  return screen.getByLabelText('Value').textContent
}

function isBusy() {
  return screen.getByLabelText('Saving').textContent
}

function shownPicture() {
  return document.querySelector('img')?.getAttribute('src')
}
