import { listOwnPosts } from '@dolph/contract/posts/posts'
import { uploadPicture } from '@dolph/contract/pictures/pictures'
import { readOwnProfile, updateProfile, type OwnProfile } from '@dolph/contract/profiles/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  mockReply,
  mockNetworkError,
  mockRefusal,
  mockDelayedReply,
} from '../../../testing/fake-api.ts'
import { fakePictures } from '../../../testing/fake-pictures.ts'
import { getField, fillField, pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createOwnProfileFixture } from '../../../testing/fixtures/profile-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { OwnProfilePage } from '../own-profile-page.tsx'

const DONE = 'Profile updated successfully'

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

describe('editing', () => {
  test('starts with the current values and the focus on the heading, and returns the focus on cancel', async () => {
    await openEditor({
      bio: 'I count.',
      location: 'London',
      skills: ['Maths'],
      github: 'https://github.com/ada',
      linkedin: 'https://www.linkedin.com/in/ada',
      website: 'https://ada.example',
      socialLinks: [{ platform: 'Blog', url: 'https://blog.example' }],
    })
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Edit Profile' }))
    expect(LABELS.map((label) => getField(label).value)).toEqual([
      'Ada',
      'Lovelace',
      'I count.',
      'London',
      'https://github.com/ada',
      'https://www.linkedin.com/in/ada',
      'https://ada.example',
      'ada@dolph.example',
      'Blog',
      'https://blog.example',
    ])
    expect(screen.getByText('Maths')).toBeTruthy()
    expect(screen.getByText('8/1000')).toBeTruthy()
    expect(getField('URL').type).toBe('url')

    await pressButton('Cancel')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ada Lovelace')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Profile' }))
  })

  test('saves only changed fields, and shows them at once on the page and in the header', async () => {
    await openEditor({ bio: 'I count.' })
    const calls = answerUpdate({ firstName: 'Augusta', bio: 'I count.', location: 'Paris' })
    await userEvent.clear(getField('First name'))
    await fillField('First name', ' Augusta ')
    await fillField('Location', 'Paris')
    await pressButton('Save changes')

    expect(await screen.findByRole('heading', { name: 'Augusta Lovelace' })).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ firstName: 'Augusta', location: 'Paris' }])
    expect(await screen.findAllByText(DONE)).not.toEqual([])
    expect(screen.getByText('Signed in: Augusta')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Profile' }))
  })

  test('shows that it is saving', async () => {
    await openEditor()
    const releaseReply = mockDelayedReply(updateProfile, () => ({
      success: true,
      message: '',
      data: createOwnProfileFixture({ location: 'Paris' }),
    }))
    await fillField('Location', 'Paris')
    await pressButton('Save changes')
    const busy = await screen.findByRole('button', { name: 'Saving...' })
    expect(busy.getAttribute('aria-busy')).toBe('true')
    releaseReply()
    expect(await screen.findByText('Paris')).toBeTruthy()
  })

  test('makes the fields read-only, so that nothing typed during the save is lost', async () => {
    await openEditor()
    const releaseReply = mockDelayedReply(updateProfile, () => ({
      success: true,
      message: '',
      data: createOwnProfileFixture({ location: 'Paris' }),
    }))
    await fillField('Location', 'Paris')
    await pressButton('Save changes')
    await screen.findByRole('button', { name: 'Saving...' })
    const before = getField('About').value
    await fillField('About', 'I count.')
    await userEvent.type(getField('Skills'), 'Rust{Enter}')
    expect(getField('About').value).toBe(before)
    expect(getField('Skills').value).toBe('')
    for (const name of ['Upload picture', 'Add social link']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
    }
    releaseReply()
    expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeTruthy()
  })

  test('works by keyboard: Ctrl+Enter saves, Esc loses nothing', async () => {
    await openEditor()
    const calls = answerUpdate({ location: 'Paris' })
    await fillField('Location', 'Paris')
    await userEvent.keyboard('{Escape}')
    expect(getField('Location').value).toBe('Paris')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByRole('heading', { name: 'Ada Lovelace' })
    expect(calls).toHaveLength(1)
  })

  test('adds skills with Enter', async () => {
    await openEditor()
    const calls = answerUpdate({ skills: ['Rust', 'C'] })
    await userEvent.type(screen.getByRole('combobox', { name: 'Skills' }), 'Rust{Enter} C {Enter}')
    await pressButton('Save changes')
    await screen.findByRole('heading', { name: 'Ada Lovelace' })
    expect(calls[0]?.body).toEqual({ skills: ['Rust', 'C'] })
  })

  test('cannot be saved while a picture is uploaded', async () => {
    fakePictures()
    const url = `/pictures/${'a'.repeat(43)}/512.webp`
    const releaseReply = mockDelayedReply(uploadPicture, () => ({ success: true, url }), 201)
    await openEditor()
    const calls = answerUpdate({ profilePicture: url })
    const photo = new File(['photo'], 'me.jpg', { type: 'image/jpeg' })
    await userEvent.upload(getField('Picture file'), photo)
    await userEvent.click(await screen.findByRole('button', { name: 'Use picture' }))
    await screen.findByRole('progressbar')
    expect(screen.getByText('Finish with the picture first')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true)
    await userEvent.click(getField('Location'))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(calls).toEqual([])

    releaseReply()
    await screen.findByText('Uploaded. Save your profile to keep it.')
    await pressButton('Save changes')
    await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ profilePicture: url }]))
  })
})

describe('a new email', () => {
  test('gets a confirmation mail and is shown as unconfirmed', async () => {
    await openEditor()
    const pendingEmail = 'countess@dolph.example'
    const calls = answerUpdate({ pendingEmail })
    await userEvent.clear(getField('Email'))
    await fillField('Email', 'Countess@dolph.example')
    await pressButton('Save changes')
    const notice = `Check ${pendingEmail} for a link to confirm it`
    expect(await screen.findAllByText(notice)).not.toEqual([])
    expect(screen.getAllByText(DONE)).not.toEqual([])
    expect(calls[0]?.body).toEqual({ email: pendingEmail })
    expect(screen.getByText(/Waiting for confirmation at/)).toBeTruthy()
  })
})

describe('social links', () => {
  test('are rows that can be added and removed, and the focus follows', async () => {
    await openEditor()
    const calls = answerUpdate({})
    await pressButton('Add social link')
    expect(document.activeElement).toBe(getField('Platform'))
    await userEvent.keyboard('Blog{Tab}https://blog.example')
    await pressButton('Add social link')
    await userEvent.keyboard('Gone')
    await pressButton('Add social link')

    await pressButton('Remove link 2')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove link 2' }))
    await pressButton('Save changes')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toEqual({
      socialLinks: [{ platform: 'Blog', url: 'https://blog.example' }],
    })
  })

  test('move the focus to the add button when the last one is removed', async () => {
    await openEditor({ socialLinks: [{ platform: 'Blog', url: 'https://blog.example' }] })
    await pressButton('Remove link 1')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add social link' }))
  })
})

describe('a save that is refused', () => {
  test('shows each error beside its field and focuses the first invalid one', async () => {
    await openEditor()
    const calls = answerUpdate({})
    await userEvent.clear(getField('First name'))
    await fillField('GitHub', 'https://example.com')
    await fillField('Website', 'javascript:alert(1)')
    await pressButton('Add social link')
    await fillField('Platform', 'Blog')
    await pressButton('Save changes')
    expect(await screen.findByText('First name is required')).toBeTruthy()
    expect(screen.getByText('Please enter a valid GitHub URL')).toBeTruthy()
    expect(screen.getAllByText('Please enter a valid URL')).toHaveLength(2)
    await waitFor(() => expect(document.activeElement).toBe(getField('First name')))
    expect(calls).toEqual([])
  })

  test('shows the message of the server and loses nothing', async () => {
    await openEditor()
    mockRefusal(updateProfile, 429, { code: 'too-many-requests', message: 'Slow down' })
    await fillField('Location', 'Paris')
    await pressButton('Save changes')
    expect((await screen.findByText('Slow down')).closest('[role=alert]')).toBeTruthy()
    expect(getField('Location').value).toBe('Paris')
  })

  test('shows a default message when the server is unreachable', async () => {
    await openEditor()
    mockNetworkError(updateProfile)
    await fillField('Location', 'Paris')
    await pressButton('Save changes')
    expect(await screen.findByText('Failed to update profile')).toBeTruthy()
  })

  test('shows a server error beside its field and focuses it', async () => {
    await openEditor({ socialLinks: [{ platform: 'Blog', url: 'https://blog.example' }] })
    const message = 'Not there'
    refuseField('socialLinks/0/url', message)
    await pressButton('Save changes')
    const links = within(screen.getByRole('group', { name: 'Social links' }))
    expect(await links.findByText(message)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(getField('URL')))
  })

  test('asks to upload a picture again that the server no longer has', async () => {
    await openEditor()
    const message = 'Please upload the picture again'
    refuseField('profilePicture', message)
    await pressButton('Save changes')
    expect(await screen.findAllByText(message)).toHaveLength(1)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload picture' })),
    )
  })
})

const LABELS = [
  'First name',
  'Last name',
  'About',
  'Location',
  'GitHub',
  'LinkedIn',
  'Website',
  'Email',
  'Platform',
  'URL',
]

test('the empty link to GitHub is filled with the connected account', async () => {
  mockReply(readOwnProfile, { success: true, data: createOwnProfileFixture({ github: '' }) })
  mockReply(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
  renderPage(<OwnProfilePage />, '/profile', createViewerFixture({ githubLogin: 'octocat' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
  await pressButton('Use github.com/octocat')
  expect(getField('GitHub').value).toBe('https://github.com/octocat')
  expect(document.activeElement).toBe(getField('GitHub'))
  expect(screen.queryByRole('button', { name: 'Use github.com/octocat' })).toBeNull()
})

async function openEditor(fields: Partial<OwnProfile> = {}) {
  mockReply(readOwnProfile, { success: true, data: createOwnProfileFixture(fields) })
  mockReply(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
  renderPage(<ProfileWithViewerName />, '/profile', createViewerFixture())
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
}

function ProfileWithViewerName() {
  return (
    <>
      <p>Signed in: {useViewer()?.firstName}</p>
      <OwnProfilePage />
    </>
  )
}

function refuseField(field: string, message: string) {
  mockRefusal(updateProfile, 400, { code: 'invalid-input', message, fields: { [field]: message } })
}

function answerUpdate(fields: Partial<OwnProfile>) {
  const data = createOwnProfileFixture(fields)
  mockReply(readOwnProfile, { success: true, data })
  return mockReply(updateProfile, { success: true, message: DONE, data })
}
