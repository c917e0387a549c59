import {
  MESSAGE_PICTURES_TOO_MANY,
  uploadMessagePicture,
} from '@dolph/contract/messaging/message-pictures'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { fakeApi, mockDelayedReply, mockNetworkError } from '../../../testing/fake-api.ts'
import { fakePictures } from '../../../testing/fake-pictures.ts'
import { ADA, BOB, createMessageFixture } from '../../../testing/fixtures/message-fixtures.ts'
import { createRoomMessage, mockRoom, ROOM_PATH } from '../../../testing/fixtures/room-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { LOADING_TIMEOUT } from '../../../testing/render-loaded-markdown.tsx'
import {
  BOB_CONVERSATION_PATH,
  getComposer,
  mockMessages,
  renderMessagesPage,
} from '../../../testing/render-messages-page.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { Composer, type ComposerHandle } from '../conversation/composer.tsx'

const URL_ONE = `/api/messages/pictures/${'a'.repeat(43)}/1200x800.webp`
const REPLY = { success: true as const, url: URL_ONE, width: 1200, height: 800 }
const PHOTO = new File(['photo'], 'clock.png', { type: 'image/png' })
const DESCRIPTION = 'Describe picture 1 for people who cannot see it'

function renderComposer(opening = '', isEditing = false) {
  const sent: string[] = []
  const field = createRef<ComposerHandle>()
  renderPage(
    <Composer
      ref={field}
      draftKey={`message:${BOB._id}`}
      name="bob"
      opening={opening}
      editing={isEditing ? { isSaving: false, onCancel: vi.fn() } : undefined}
      onSend={(content) => sent.push(content)}
      onType={() => undefined}
      onStop={() => undefined}
    />,
    '/messages',
    createViewerFixture(),
  )
  return { sent, field }
}

function serveUpload() {
  fakeApi.use(
    http.post(`*${uploadMessagePicture.url}`, () => HttpResponse.json(REPLY, { status: 201 })),
  )
}

const getFileInput = () => screen.getByLabelText<HTMLInputElement>('Picture files')
const isSendDisabled = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled

test('a picture is uploaded, described and sent with the text; until it is stored nothing is sent', async () => {
  fakePictures()
  const release = mockDelayedReply(uploadMessagePicture, () => REPLY, 201)
  const { sent } = renderComposer()
  await userEvent.upload(getFileInput(), PHOTO)
  await screen.findByRole('progressbar')
  await userEvent.type(getComposer(), 'It runs!{Enter}')
  expect([sent, isSendDisabled()]).toEqual([[], true])
  release()
  await userEvent.type(await screen.findByLabelText(DESCRIPTION), 'The clock')
  await pressButton('Send')
  expect(sent).toEqual([`![The clock](${URL_ONE})\n\nIt runs!`])
  expect(screen.queryByLabelText(DESCRIPTION)).toBeNull()
})

test.each(['pasted', 'dropped'])('a picture can be %s, and sent without words', async (way) => {
  fakePictures()
  serveUpload()
  const { sent } = renderComposer()
  const files = { types: ['Files'], files: [PHOTO], getData: () => '' }
  if (way === 'pasted') fireEvent.paste(getComposer(), { clipboardData: files })
  else fireEvent.drop(getComposer(), { dataTransfer: files })
  await screen.findByLabelText(DESCRIPTION)
  await pressButton('Send')
  expect(sent).toEqual([`![](${URL_ONE})`])
})

test('an upload that failed says why, and is tried again or discarded', async () => {
  fakePictures()
  mockNetworkError(uploadMessagePicture)
  renderComposer()
  await userEvent.upload(getFileInput(), PHOTO)
  await screen.findByRole('alert')
  serveUpload()
  await pressButton('Try again')
  await screen.findByLabelText(DESCRIPTION)
  await pressButton('Remove picture 1')
  expect(isSendDisabled()).toBe(true)
  expect(document.activeElement).toBe(getComposer())
})

test('what could not be uploaded stays in the field when the text is sent', async () => {
  fakePictures()
  mockNetworkError(uploadMessagePicture)
  const { sent } = renderComposer()
  await userEvent.upload(getFileInput(), PHOTO)
  await screen.findByRole('alert')
  await userEvent.type(getComposer(), 'Without it{Enter}')
  expect(sent).toEqual(['Without it'])
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('of more than four pictures only four are taken', async () => {
  fakePictures()
  const error = vi.spyOn(toast, 'error')
  serveUpload()
  renderComposer()
  await userEvent.upload(getFileInput(), [PHOTO, PHOTO, PHOTO, PHOTO, PHOTO])
  expect(error).toHaveBeenCalledWith(MESSAGE_PICTURES_TOO_MANY)
  await waitFor(() => expect(screen.getAllByLabelText(/^Describe picture/)).toHaveLength(4))
})

test('a message that is edited keeps its pictures or drops them, and gets no others', async () => {
  const { sent } = renderComposer(`![The clock](${URL_ONE})\n\nIt runs!`, true)
  expect(getComposer().value).toBe('It runs!')
  expect(screen.queryByRole('button', { name: 'Add pictures' })).toBeNull()
  await screen.findByLabelText(DESCRIPTION)
  await pressButton('Save')
  await pressButton('Remove picture 1')
  await pressButton('Save')
  expect(sent).toEqual([`![The clock](${URL_ONE})\n\nIt runs!`, 'It runs!'])
})

test.each([
  ['a conversation', BOB_CONVERSATION_PATH, 'bob'],
  ['a room', ROOM_PATH, 'Tide clock'],
])(
  'in %s, a picture is uploaded on while another message is edited, and is there afterwards',
  async (_, path, name) => {
    fakePictures()
    const createdAt = new Date().toISOString()
    mockMessages([createMessageFixture(1, { sender: ADA, content: 'Fryday', createdAt })])
    mockRoom({ name }, [createRoomMessage(1, { sender: ADA, content: 'Fryday', createdAt })])
    const release = mockDelayedReply(uploadMessagePicture, () => REPLY, 201)
    renderMessagesPage(path)
    const options = await screen.findByRole('button', { name: 'Options of “Fryday”' })
    await userEvent.upload(getFileInput(), PHOTO)
    await screen.findByRole('progressbar')
    const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Message to/ })
    await userEvent.type(composer(), 'It runs!')
    await userEvent.click(options)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    expect(composer().value).toBe('Fryday')
    expect(document.activeElement).toBe(composer())
    release()
    await screen.findByLabelText(DESCRIPTION)
    expect(screen.queryByRole('textbox', { name: DESCRIPTION })).toBeNull()
    await pressButton('Cancel editing')
    expect(composer().value).toBe('It runs!')
    expect(screen.getByRole('textbox', { name: DESCRIPTION })).toBeTruthy()
  },
)

test('a message that was refused comes back with its pictures', async () => {
  const { field } = renderComposer()
  act(() => field.current?.prependText(`![The clock](${URL_ONE})\n\nIt runs!`))
  expect((await screen.findByLabelText<HTMLInputElement>(DESCRIPTION)).value).toBe('The clock')
  expect(getComposer().value).toBe('It runs!')
})

test('of the pictures that come back, those that no longer fit are announced', async () => {
  const error = vi.spyOn(toast, 'error')
  const { field } = renderComposer(`![a](${URL_ONE}) `.repeat(4))
  act(() => field.current?.prependText(`![b](${URL_ONE})`))
  expect(error).toHaveBeenCalledWith(MESSAGE_PICTURES_TOO_MANY)
  expect(await screen.findAllByLabelText(/^Describe picture/)).toHaveLength(4)
})

test('in the conversation a picture is shown with its size, and says so when it is gone', async () => {
  mockMessages([
    createMessageFixture(1, { content: `![The clock](${URL_ONE})`, format: 'markdown' }),
  ])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const picture = await screen.findByRole('img', { name: 'The clock' }, LOADING_TIMEOUT)
  expect(['width', 'height'].map((name) => picture.getAttribute(name))).toEqual(['480', '320'])
  fireEvent.error(picture)
  expect(await screen.findByText(/^Picture removed or not available: The clock/)).toBeTruthy()
})

test('a picture whose URL is encoded is not shown', async () => {
  const hidden = URL_ONE.replace('/api', '&#47;api')
  mockMessages([
    createMessageFixture(1, { content: `![a](${URL_ONE}) ![b](${hidden})`, format: 'markdown' }),
    createMessageFixture(2, { content: `![c](${hidden})`, format: 'markdown' }),
  ])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByRole('img', { name: 'a' }, LOADING_TIMEOUT)
  expect(screen.queryByRole('img', { name: 'c' })).toBeNull()
})

test('where a message is only named, a picture is its description', async () => {
  const content = `![](${URL_ONE}) ![It runs\\!](${URL_ONE})`
  mockMessages([createMessageFixture(1, { content, format: 'markdown' })])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const name = 'Options of “Picture It runs!”'
  expect(await screen.findByRole('button', { name })).toBeTruthy()
})
