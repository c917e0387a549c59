import { listOwnPosts } from '@dolph/contract/posts'
import { readOwnProfile, updateProfile, type OwnProfile } from '@dolph/contract/profiles'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse } from '../../../testing/fake-api.ts'
import { field, fill, hidePage, press } from '../../../testing/fill-in.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { someOwnProfile } from '../../../testing/some-profile.ts'
import { someViewer } from '../../../testing/some-viewer.ts'
import { OwnProfilePage } from '../own-profile-page.tsx'

const DRAFT_KEY = `draft:${someViewer()._id}:profile`
const RESUMED = /These are the changes you had not saved yet/

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

test('what was typed is kept on the device, said so, and opened again where it was left', async () => {
  await edit()
  expect(screen.queryByText(/Draft kept on this device/)).toBeNull()
  await fill('Location', 'Paris')
  await press('Add social link')
  await fill('Platform', 'Blog')
  await fill('URL', 'https://blog.example/')
  await userEvent.type(screen.getByRole('combobox', { name: 'Skills' }), 'Rust,')
  hidePage()
  expect(await screen.findByText(/Draft kept on this device/)).toBeTruthy()

  cleanup()
  open({ bio: 'Said elsewhere meanwhile' })
  expect(await screen.findByText(RESUMED)).toBeTruthy()
  expect(field('Location').value).toBe('Paris')
  expect(field('Platform').value).toBe('Blog')
  expect(field('URL').value).toBe('https://blog.example/')
  expect(screen.getByRole('button', { name: 'Remove Rust' })).toBeTruthy()
  expect(field('About').value).toBe('Said elsewhere meanwhile')
})

test('leaving the page without a word keeps it too', async () => {
  const router = await edit()
  await fill('Location', 'Paris')
  await router.navigate('/elsewhere')
  await screen.findByText('Went elsewhere')
  await router.navigate('/profile')
  expect(await screen.findByText(RESUMED)).toBeTruthy()
  expect(field('Location').value).toBe('Paris')
})

test('a session that ends while saving loses nothing', async () => {
  const router = await edit()
  await fill('Location', 'Paris')
  refuse(updateProfile, 401, { code: 'not-signed-in', message: 'Please log in' })
  await press('Save Changes')
  await screen.findByText('Went elsewhere')
  expect(router.state.location).toMatchObject({ pathname: '/login', search: '?next=%2Fprofile' })
  expect(localStorage.getItem(DRAFT_KEY)).toContain('Paris')
})

test('Cancel gives it up at once', async () => {
  await edit()
  await fill('Location', 'Paris')
  hidePage()
  await press('Cancel')
  expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeTruthy()
  expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  await press('Edit Profile')
  expect(field('Location').value).toBe('')
  expect(screen.queryByText(RESUMED)).toBeNull()

  cleanup()
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeTruthy()
  await press('Edit Profile')
  expect(field('Location').value).toBe('')
  expect(screen.queryByText(RESUMED)).toBeNull()
})

test('it is discarded on request, after a question, and the form stays open', async () => {
  await edit()
  await fill('Location', 'Paris')
  hidePage()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(field('Location').value).toBe(''))
  expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
  expect(screen.queryByText(/Draft kept/)).toBeNull()
})

test('what is changed back is no draft', async () => {
  await edit()
  await fill('Location', 'P')
  hidePage()
  await userEvent.clear(field('Location'))
  await waitFor(() => expect(localStorage.getItem(DRAFT_KEY)).toBeNull())
})

test('what was saved is kept no longer', async () => {
  await edit()
  const data = someOwnProfile({ location: 'Paris' })
  answer(updateProfile, { success: true, message: '', data })
  await fill('Location', 'Paris')
  hidePage()
  await press('Save Changes')
  await screen.findByText('Paris')
  expect(localStorage.getItem(DRAFT_KEY)).toBeNull()
})

function open(fields: Partial<OwnProfile> = {}) {
  answer(readOwnProfile, { success: true, data: someOwnProfile(fields) })
  answer(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
  return renderPage(<OwnProfilePage />, '/profile', someViewer())
}

async function edit() {
  const router = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
  return router
}
