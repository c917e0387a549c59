import { BODY_PICTURES_TOO_MANY, uploadPostPicture } from '@dolph/contract/posts/post-pictures'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { fakeApi, mockDelayedReply, mockNetworkError } from '../../../../testing/fake-api.ts'
import { fakePictures } from '../../../../testing/fake-pictures.ts'
import { pressButton } from '../../../../testing/form-helpers.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { toast } from '../../../../ui/overlays/toast.tsx'
import { BodyField } from '../editor/body-field.tsx'
import { EMPTY_POST_FIELDS, type PostFields } from '../post-fields.ts'

const URL_ONE = `/pictures/${'a'.repeat(43)}/1280x853.webp`
const REPLY = { success: true, url: URL_ONE, width: 1280, height: 853 }
const PHOTO = new File(['photo'], 'clock.png', { type: 'image/png' })

test('a chosen picture keeps its place in the text while it is uploaded, and then is there', async () => {
  const { drawn } = fakePictures({ width: 4000, height: 3000 })
  const release = mockDelayedReply(uploadPostPicture, () => REPLY, 201)
  const field = openField('Hello')
  field.setSelectionRange(5, 5)

  await choosePicture()
  await screen.findByRole('progressbar')
  expect(field.value).toBe('Hello\n\n![Uploading 1: clock.png]()\n')
  expect(getUploadCount()).toBe('1')
  await userEvent.type(field, 'and more')

  release()
  await waitFor(() => expect(field.value).toBe(`Hello\n\n![](${URL_ONE})\nand more`))
  expect(getUploadCount()).toBe('0')
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(drawn).toEqual([{ from: [0, 0, 4000], side: 1280 }])
})

test.each(['pasted', 'dropped'])('a picture can be %s', async (way) => {
  fakePictures()
  serveUpload()
  const field = openField('')
  if (way === 'pasted') paste(field, [PHOTO])
  else fireEvent.drop(field, { dataTransfer: { types: ['Files'], files: [PHOTO] } })
  await waitFor(() => expect(field.value).toBe(`![](${URL_ONE})\n`))
})

test('a pasted text is not touched', () => {
  const field = openField('')
  expect(paste(field, [], 'tide')).toBe(true)
})

test('a text that comes with a picture of itself is pasted as a text', () => {
  const field = openField('')
  expect(paste(field, [PHOTO], 'Tide\t12:30')).toBe(true)
  expect(field.value).toBe('')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a copied file that comes with its name is pasted as a picture', async () => {
  fakePictures()
  serveUpload()
  const field = openField('')
  expect(paste(field, [PHOTO], PHOTO.name)).toBe(false)
  await waitFor(() => expect(field.value).toBe(`![](${URL_ONE})\n`))
})

test('a description is asked for and written into the text', async () => {
  const field = openField(`![](${URL_ONE})\n`)
  await userEvent.type(
    screen.getByLabelText('Describe picture 1 for people who cannot see it'),
    'A [[clock]',
  )
  expect(field.value).toBe(`![A \\[clock\\]](${URL_ONE})\n`)
})

test('a picture is removed below the text', async () => {
  const field = openField(`Hello\n\n![](${URL_ONE})\n`)
  await pressButton('Remove picture 1')
  expect(field.value).toBe('Hello\n\n')
  expect(document.activeElement).toBe(field)
})

test('a failed upload leaves the text as typed and can be tried again', async () => {
  fakePictures()
  mockNetworkError(uploadPostPicture)
  const field = openField('Hello\n')
  field.setSelectionRange(6, 6)
  await choosePicture()
  expect((await screen.findByRole('alert')).textContent).toContain('Please try again')
  expect(field.value.trim()).toBe('Hello')
  expect(getUploadCount()).toBe('0')

  serveUpload()
  await pressButton('Try again')
  await waitFor(() => expect(field.value).toContain(`![](${URL_ONE})`))
})

test('without a connection the member sees that the picture is kept', async () => {
  fakePictures()
  mockNetworkError(uploadPostPicture)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  openField('')
  await choosePicture()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You are offline. Your picture is kept: try again once you are connected.',
  )
})

test('a file that is no picture is refused without a request', async () => {
  fakePictures()
  const field = openField('')
  await choosePicture(new File(['GIF89a'], 'me.gif', { type: 'image/gif' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please choose a JPEG, PNG or WebP picture',
  )
  expect(field.value.trim()).toBe('')
})

test('an upload can be cancelled, and its mark goes', async () => {
  fakePictures()
  mockDelayedReply(uploadPostPicture, () => REPLY, 201)
  const field = openField('')
  await choosePicture()
  await screen.findByRole('progressbar')
  await pressButton('Cancel')
  await waitFor(() => expect(field.value.trim()).toBe(''))
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('an upload that ends while a character is composed changes the text afterwards', async () => {
  fakePictures()
  mockDelayedReply(uploadPostPicture, () => REPLY, 201)
  const field = openField('')
  await choosePicture()
  await screen.findByRole('progressbar')
  fireEvent.compositionStart(field)
  await pressButton('Cancel')
  expect(field.value).toContain('Uploading')
  expect(getUploadCount()).toBe('1')
  fireEvent.compositionEnd(field)
  await waitFor(() => expect(field.value.trim()).toBe(''))
  expect(getUploadCount()).toBe('0')
})

test('an upload that has ended can be cancelled until its character is composed', async () => {
  fakePictures()
  const release = mockDelayedReply(uploadPostPicture, () => REPLY, 201)
  const field = openField('')
  await choosePicture()
  await screen.findByRole('progressbar')
  fireEvent.compositionStart(field)
  const replied = new Promise((resolve) => fakeApi.events.on('response:mocked', resolve))
  release()
  await replied
  await pressButton('Cancel')
  fireEvent.compositionEnd(field)
  await waitFor(() => expect(getUploadCount()).toBe('0'))
  expect(field.value.trim()).toBe('')
})

test('an upload that ends moves neither the text nor the page', async () => {
  fakePictures()
  const release = mockDelayedReply(uploadPostPicture, () => REPLY, 201)
  const field = openField('')
  await choosePicture()
  await screen.findByRole('progressbar')
  field.scrollTop = 120
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300)
  const scrollTo = vi.spyOn(window, 'scrollTo')
  // As a browser does: the text is inserted, and field and page scroll to it.
  Object.assign(document, {
    execCommand: (_name: string, _showsUi: boolean, text: string) => {
      field.setRangeText(text)
      fireEvent.input(field)
      field.scrollTop = 0
      return true
    },
  })
  release()
  await waitFor(() => expect(field.value).toBe(`![](${URL_ONE})\n`))
  Reflect.deleteProperty(document, 'execCommand')
  expect(field.scrollTop).toBe(120)
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 300, behavior: 'instant' })
})

test('a ninth picture is refused', async () => {
  const error = vi.spyOn(toast, 'error')
  const field = openField(`![](${URL_ONE})\n`.repeat(8))
  await choosePicture()
  expect(error).toHaveBeenCalledWith(BODY_PICTURES_TOO_MANY)
  expect(field.value).not.toContain('Uploading')
})

function openField(body: string): HTMLTextAreaElement {
  function Form() {
    const form = useForm<PostFields>({ defaultValues: { ...EMPTY_POST_FIELDS, body } })
    const [count, setCount] = useState(0)
    return (
      <>
        <BodyField
          form={form}
          label="Description"
          maxLength={undefined}
          onUploadsChange={({ running = 0 }) => setCount((before) => before + running)}
        />
        <output aria-label="Uploads">{count}</output>
      </>
    )
  }
  renderPage(<Form />)
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
}

/** Whether the browser pastes the text of the clipboard. */
function paste(field: HTMLElement, files: readonly File[], text = ''): boolean {
  return fireEvent.paste(field, { clipboardData: { files, getData: () => text } })
}

function getUploadCount() {
  return screen.getByLabelText('Uploads').textContent
}

function serveUpload() {
  fakeApi.use(
    http.post('*/api/posts/pictures/text', () => HttpResponse.json(REPLY, { status: 201 })),
  )
}

async function choosePicture(file = PHOTO) {
  await userEvent.upload(screen.getByLabelText('Picture files'), file, { applyAccept: false })
}
