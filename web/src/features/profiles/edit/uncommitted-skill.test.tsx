import { listOwnPosts } from '@dolph/contract/posts/posts'
import {
  readOwnProfile,
  suggestSkills,
  updateProfile,
  type OwnProfile,
} from '@dolph/contract/profiles/profiles'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockReply } from '../../../testing/fake-api.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createOwnProfileFixture } from '../../../testing/fixtures/profile-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { OwnProfilePage } from '../own-profile-page.tsx'

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

test('a skill that was typed but not entered is saved with the rest', async () => {
  await openEditor({ skills: ['Maths'] })
  const calls = answerUpdate({ skills: ['Maths', 'Rust'] })
  await userEvent.type(getSkillsInput(), ' Rust ')
  await pressButton('Save changes')
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  await pressButton('Edit Profile')
  await userEvent.type(getSkillsInput(), 'rust')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  await pressButton('Edit Profile')
  await userEvent.type(getSkillsInput(), 'Go')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(calls.map(({ body }) => body)).toEqual([
      { skills: ['Maths', 'Rust'] },
      {},
      { skills: ['Maths', 'Rust', 'Go'] },
    ]),
  )
})

test('an invalid typed skill stops the save', async () => {
  await openEditor()
  const calls = answerUpdate({})
  const skills = getSkillsInput()
  await userEvent.type(skills, 'x'.repeat(41))
  await pressButton('Save changes')
  expect(screen.getByText('A skill cannot be more than 40 characters')).toBeTruthy()
  expect(document.activeElement).toBe(skills)
  expect(skills.value).toHaveLength(41)
  expect(calls).toEqual([])
})

test('saving adds the highlighted suggestion instead of the typed text', async () => {
  await openEditor()
  mockReply(suggestSkills, { success: true, data: ['Rust'] })
  const calls = answerUpdate({ skills: ['Rust'] })
  await userEvent.type(getSkillsInput(), 'ru')
  await screen.findByRole('option', { name: 'Rust' })
  await userEvent.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  expect(calls.map(({ body }) => body)).toEqual([{ skills: ['Rust'] }])
})

async function openEditor(fields: Partial<OwnProfile> = {}) {
  mockReply(readOwnProfile, { success: true, data: createOwnProfileFixture(fields) })
  mockReply(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
  mockReply(suggestSkills, { success: true, data: [] })
  renderPage(<OwnProfilePage />, '/profile', createViewerFixture())
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
}

function answerUpdate(fields: Partial<OwnProfile>) {
  return mockReply(updateProfile, {
    success: true,
    message: '',
    data: createOwnProfileFixture(fields),
  })
}

function getSkillsInput() {
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Skills' })
}
