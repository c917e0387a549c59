import { listOwnPosts } from '@dolph/contract/posts/posts'
import {
  readOwnProfile,
  suggestSkills,
  updateProfile,
  type OwnProfile,
} from '@dolph/contract/profiles/profiles'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockReply, mockNetworkError, mockRefusal } from '../../../testing/fake-api.ts'
import { getField, fillField, pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createOwnProfileFixture } from '../../../testing/fixtures/profile-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { OwnProfilePage } from '../own-profile-page.tsx'

const BAD_LINK = 'Please enter a valid URL'

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

test('every invalid field shows its error, gets the focus, and drops the error once it is valid', async () => {
  await openEditor()
  const calls = answerUpdate({})
  const save = screen.getByRole('button', { name: 'Save changes' })
  for (const [label, value, message] of [
    ['First name', ' ', 'First name is required'],
    ['First name', 'x'.repeat(51), 'First name cannot be more than 50 characters'],
    ['Last name', 'x'.repeat(51), 'Last name cannot be more than 50 characters'],
    ['About', 'x'.repeat(1001), 'About cannot be more than 1000 characters'],
    ['Location', 'x'.repeat(101), 'Location cannot be more than 100 characters'],
    ['GitHub', 'https://github.com.evil.example/ada', 'Please enter a valid GitHub URL'],
    ['GitHub', 'javascript:alert(1)', 'Please enter a valid GitHub URL'],
    ['LinkedIn', 'https://example.com/in/ada', 'Please enter a valid LinkedIn URL'],
    ['LinkedIn', 'javascript:alert(1)', 'Please enter a valid LinkedIn URL'],
    ['Website', 'ada.example', BAD_LINK],
    ['Website', 'javascript:alert(1)', BAD_LINK],
    ['Website', `https://ada.example/${'x'.repeat(2048)}`, BAD_LINK],
    ['Website', 'https://ada:secret@ada.example', BAD_LINK],
    ['Email', 'ada', 'Please enter a valid email address'],
  ] as const) {
    const input = getField(label)
    const validValue = input.value
    fireEvent.change(input, { target: { value } })
    fireEvent.click(save)
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(getDescription(input)).toContain(message)
    fireEvent.change(input, { target: { value: validValue } })
    await waitFor(() => expect(getDescription(input)).not.toContain(message))
  }
  expect(calls).toEqual([])
})

test('social links show an error in each row, number at most ten, and drop empty rows', async () => {
  await openEditor()
  const calls = answerUpdate({})
  addLink('x'.repeat(31), 'https://blog.example')
  addLink('', 'https://blog.example')
  addLink('Blog', 'javascript:alert(1)')
  addLink('Blog', '')
  fireEvent.click(screen.getByText('Add social link'))
  fireEvent.change(getField('First name'), { target: { value: '' } })
  await pressButton('Save changes')
  await waitFor(() => expect(document.activeElement).toBe(getField('First name')))
  const platforms = screen.getAllByLabelText('Platform')
  const urls = screen.getAllByLabelText('URL')
  expect(getDescription(platforms[0])).toBe('Platform cannot be more than 30 characters')
  expect(getDescription(platforms[1])).toBe('Platform is required')
  expect(getDescription(urls[2])).toBe(BAD_LINK)
  expect(getDescription(urls[3])).toBe(BAD_LINK)
  expect(urls).toHaveLength(4)
  expect(calls).toEqual([])

  for (let row = 5; row <= 10; row += 1) fireEvent.click(screen.getByText('Add social link'))
  expect(screen.getByRole('button', { name: 'Add social link' })).toHaveProperty('disabled', true)
})

test('each refusal of the server is shown, nothing is lost, and a later save works', async () => {
  await openEditor()
  await fillField('Location', 'Paris')
  await userEvent.type(screen.getByRole('combobox', { name: 'Skills' }), 'Rust{Enter}')
  mockRefusal(updateProfile, 500, { code: 'internal', message: 'Something went wrong' })
  await expectAlert('Failed to update profile')
  mockRefusal(updateProfile, 429, { code: 'too-many-requests', message: 'Please slow down.' })
  await expectAlert('Please slow down.')
  mockNetworkError(updateProfile)
  await expectAlert('Failed to update profile')

  const message = 'This place does not exist'
  const fields = { location: message }
  mockRefusal(updateProfile, 400, { code: 'invalid-input', message, fields })
  await pressButton('Save changes')
  await waitFor(() => expect(getDescription(getField('Location'))).toBe(message))
  await waitFor(() => expect(document.activeElement).toBe(getField('Location')))
  expect(getField('Location').value).toBe('Paris')
  expect(screen.getByRole('button', { name: 'Remove Rust' })).toBeTruthy()

  const calls = answerUpdate({ location: 'Paris', skills: ['Rust'] })
  await pressButton('Save changes')
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  expect(calls.map(({ body }) => body)).toEqual([{ location: 'Paris', skills: ['Rust'] }])
})

test('a fifty-first skill stops the save until it is removed', async () => {
  const listed = ['Rust', 'Zig', 'Go', 'Typed only']
  await openEditor({ skills: listed })
  const added = Array.from({ length: 47 }, (_, index) => `Skill ${index}`)
  const skillsInput = screen.getByRole<HTMLInputElement>('combobox', { name: 'Skills' })
  await userEvent.click(skillsInput)
  await userEvent.paste(`${added.join(',')},`)
  expect((await screen.findAllByText('You can list up to 50 skills')).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('button', { name: /^Remove Skill/ })).toHaveLength(46)
  const skills = [...listed, ...added.slice(0, 46)]
  const calls = answerUpdate({ skills })
  await pressButton('Save changes')
  expect(document.activeElement).toBe(skillsInput)
  expect(calls).toEqual([])
  await userEvent.clear(skillsInput)
  await pressButton('Save changes')
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ skills }]))
})

async function expectAlert(message: string) {
  await pressButton('Save changes')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
}

function addLink(platform: string, url: string) {
  fireEvent.click(screen.getByText('Add social link'))
  fillLast('Platform', platform)
  fillLast('URL', url)
}

/** Fills the last field with this label. */
function fillLast(label: string, value: string) {
  const input = screen.getAllByLabelText(label).at(-1)
  if (input && value !== '') fireEvent.change(input, { target: { value } })
}

/** Accessible description of a field. */
function getDescription(element: HTMLElement | undefined): string {
  const ids = element?.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

async function openEditor(fields: Partial<OwnProfile> = {}) {
  mockReply(readOwnProfile, { success: true, data: createOwnProfileFixture(fields) })
  mockReply(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
  mockReply(suggestSkills, { success: true, data: [] })
  renderPage(<OwnProfilePage />, '/profile', createViewerFixture())
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
}

function answerUpdate(fields: Partial<OwnProfile>) {
  const data = createOwnProfileFixture(fields)
  return mockReply(updateProfile, { success: true, message: 'Profile updated successfully', data })
}
