import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { getField, pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { stubNavigator } from '../../../testing/stub-navigator.ts'
import { ShareButton } from './share-button.tsx'

const AUTHOR = createViewerFixture()
const POST = createPostFixture({ user: { _id: AUTHOR._id, userName: 'ada', profilePicture: '' } })
const LINK = 'Link to the public page'

afterEach(() => vi.unstubAllGlobals())

describe('Share', () => {
  test('copies the link to the public page by keyboard, and says so', async () => {
    const writeText = vi.fn(async () => undefined)
    stubNavigator({ clipboard: { writeText } })
    await openDialog()
    screen.getByRole('button', { name: `Copy: ${LINK}` }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(findStatus('Copied')).toBeTruthy())
    expect(writeText).toHaveBeenCalledWith(getField(LINK).value)
    expect(getField(LINK).value).toBe(`${window.location.origin}/p/${POST._id}/tide`)
  })

  test('selects the link where the browser refuses the clipboard', async () => {
    const writeText = vi.fn(() => Promise.reject(new DOMException('No', 'NotAllowedError')))
    stubNavigator({ clipboard: { writeText } })
    await openDialog()
    await pressButton(`Copy: ${LINK}`)
    expect(await screen.findByText(/The text is selected/)).toBeTruthy()
    const field = getField(LINK)
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  })

  test('offers the apps of the device where the browser can, and is silent when the sheet is closed', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('Closed', 'AbortError')))
    stubNavigator({ share })
    await openDialog()
    await pressButton('Share with an app')
    expect(share).toHaveBeenCalledWith({ title: POST.title, url: getField(LINK).value })
    expect(screen.queryByText(/did not work/)).toBeNull()
  })

  test('says when the apps of the device fail', async () => {
    stubNavigator({ share: () => Promise.reject(new DOMException('No', 'DataError')) })
    await openDialog()
    await pressButton('Share with an app')
    expect(await screen.findAllByText(/did not work/)).not.toEqual([])
  })

  test('offers the badge to the author', async () => {
    await openDialog()
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByRole('img').getAttribute('src')).toBe(`/badge/${POST._id}.svg`)
    const { origin } = window.location
    expect(getField('Badge as Markdown').value).toContain(`](${origin}/badge/${POST._id}.svg)](`)
    expect(getField('Badge as HTML').value).toContain(`src="${origin}/badge/${POST._id}.svg"`)
    expect(dialog.queryByRole('button', { name: 'Share with an app' })).toBeNull()
  })

  test('offers no badge to other members', async () => {
    await openDialog(createPostFixture())
    expect(screen.queryByLabelText('Badge as Markdown')).toBeNull()
  })
})

async function openDialog(post = POST) {
  renderPage(<ShareButton post={post} />, '/', AUTHOR)
  await pressButton(`Share: ${post.title}`)
  await screen.findByRole('dialog', { name: 'Share' })
}

function findStatus(text: string) {
  return screen.getAllByRole('status').find(({ textContent }) => textContent === text)
}
