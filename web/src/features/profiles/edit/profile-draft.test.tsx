import { listOwnPosts } from '@dolph/contract/posts/posts'
import { readOwnProfile, updateProfile, type OwnProfile } from '@dolph/contract/profiles/profiles'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockReply, mockRefusal } from '../../../testing/fake-api.ts'
import { getField, fillField, hidePage, pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createOwnProfileFixture } from '../../../testing/fixtures/profile-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { OwnProfilePage } from '../own-profile-page.tsx'

const DRAFT_KEY = `draft:${createViewerFixture()._id}:profile`
const RESUMED = /These are the changes you had not saved yet/

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

test('typed changes are stored on the device, shown as stored, and restored after a reload', async () => {
  await openEditor()
  expect(screen.queryByText(/Draft kept on this device/)).toBeNull()
  await fillField('Location', 'Paris')
  await pressButton('Add social link')
  await fillField('Platform', 'Blog')
  await fillField('URL', 'https://blog.example/')
  await userEvent.type(screen.getByRole('combobox', { name: 'Skills' }), 'Rust,')
  hidePage()
  expect(await screen.findByText(/Draft kept on this device/)).toBeTruthy()

  cleanup()
  openProfile({ bio: 'Changed on another device' })
  expect(await screen.findByText(RESUMED)).toBeTruthy()
  expect(getField('Location').value).toBe('Paris')
  expect(getField('Platform').value).toBe('Blog')
  expect(getField('URL').value).toBe('https://blog.example/')
  expect(screen.getByRole('button', { name: 'Remove Rust' })).toBeTruthy()
  expect(getField('About').value).toBe('Changed on another device')
})

test('leaving the page stores the draft too', async () => {
  const router = await openEditor()
  await fillField('Location', 'Paris')
  await router.navigate('/elsewhere')
  await screen.findByText('Other page')
  await router.navigate('/profile')
  expect(await screen.findByText(RESUMED)).toBeTruthy()
  expect(getField('Location').value).toBe('Paris')
})

test('a session that ends while saving loses nothing', async () => {
  const router = await openEditor()
  await fillField('Location', 'Paris')
  mockRefusal(updateProfile, 401, { code: 'not-signed-in', message: 'Please log in' })
  await pressButton('Save changes')
  await screen.findByText('Other page')
  expect(router.state.location).toMatchObject({ pathname: '/login', search: '?next=%2Fprofile' })
  expect(localStorage.getItem(DRAFT_KEY)).toContain('Paris')
})

test('Cancel deletes the draft at once', async () => {
  await openEditor()
  await fillField('Location', 'Paris')
  hidePage()
  await pressButton('Cancel')
  expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeTruthy()
  expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  await pressButton('Edit Profile')
  expect(getField('Location').value).toBe('')
  expect(screen.queryByText(RESUMED)).toBeNull()

  cleanup()
  openProfile()
  expect(await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeTruthy()
  await pressButton('Edit Profile')
  expect(getField('Location').value).toBe('')
  expect(screen.queryByText(RESUMED)).toBeNull()
})

test('the draft is discarded after a confirmation, and the form stays open', async () => {
  await openEditor()
  await fillField('Location', 'Paris')
  hidePage()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(getField('Location').value).toBe(''))
  expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  expect(screen.queryByText(/Draft kept/)).toBeNull()
})

test('changes that are undone leave no draft', async () => {
  await openEditor()
  await fillField('Location', 'P')
  hidePage()
  await userEvent.clear(getField('Location'))
  await waitFor(() => expect(localStorage.getItem(DRAFT_KEY)).toBeNull())
})

test('saving deletes the draft', async () => {
  await openEditor()
  const data = createOwnProfileFixture({ location: 'Paris' })
  mockReply(updateProfile, { success: true, message: '', data })
  await fillField('Location', 'Paris')
  hidePage()
  await pressButton('Save changes')
  await screen.findByText('Paris')
  expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
})

function openProfile(fields: Partial<OwnProfile> = {}) {
  mockReply(readOwnProfile, { success: true, data: createOwnProfileFixture(fields) })
  mockReply(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
  return renderPage(<OwnProfilePage />, '/profile', createViewerFixture())
}

async function openEditor() {
  const router = openProfile()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
  return router
}
