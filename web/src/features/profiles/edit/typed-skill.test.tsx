import { listOwnPosts } from '@dolph/contract/posts'
import {
  readOwnProfile,
  suggestSkills,
  updateProfile,
  type OwnProfile,
} from '@dolph/contract/profiles'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer } from '../../../testing/fake-api.ts'
import { press } from '../../../testing/fill-in.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { someOwnProfile } from '../../../testing/some-profile.ts'
import { someViewer } from '../../../testing/some-viewer.ts'
import { OwnProfilePage } from '../own-profile-page.tsx'

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

test('a skill that was typed and not entered is saved with the rest', async () => {
  await edit({ skills: ['Maths'] })
  const sent = saveAs({ skills: ['Maths', 'Rust'] })
  await userEvent.type(box(), ' Rust ')
  await press('Save Changes')
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  await press('Edit Profile')
  await userEvent.type(box(), 'rust')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  await press('Edit Profile')
  await userEvent.type(box(), 'Go')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { skills: ['Maths', 'Rust'] },
      {},
      { skills: ['Maths', 'Rust', 'Go'] },
    ]),
  )
})

test('what cannot be a skill is not left behind: it stops the saving', async () => {
  await edit()
  const sent = saveAs({})
  const skills = box()
  await userEvent.type(skills, 'x'.repeat(41))
  await press('Save Changes')
  expect(screen.getByText('A skill cannot be more than 40 characters')).toBeTruthy()
  expect(document.activeElement).toBe(skills)
  expect(skills.value).toHaveLength(41)
  expect(sent).toEqual([])
})

test('a suggestion that was reached is meant, and not what was typed to find it', async () => {
  await edit()
  answer(suggestSkills, { success: true, data: ['Rust'] })
  const sent = saveAs({ skills: ['Rust'] })
  await userEvent.type(box(), 'ru')
  await screen.findByRole('option', { name: 'Rust' })
  await userEvent.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  expect(sent.map(({ body }) => body)).toEqual([{ skills: ['Rust'] }])
})

async function edit(fields: Partial<OwnProfile> = {}) {
  answer(readOwnProfile, { success: true, data: someOwnProfile(fields) })
  answer(listOwnPosts, { success: true, message: '', data: [], nextCursor: null })
  answer(suggestSkills, { success: true, data: [] })
  renderPage(<OwnProfilePage />, '/profile', someViewer())
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
}

function saveAs(fields: Partial<OwnProfile>) {
  return answer(updateProfile, { success: true, message: '', data: someOwnProfile(fields) })
}

function box() {
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Skills' })
}
