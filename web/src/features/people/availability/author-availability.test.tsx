import { readProfile } from '@dolph/contract/profiles/profiles'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockReply } from '../../../testing/fake-api.ts'
import { createProfileFixture } from '../../../testing/fixtures/profile-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { AuthorAvailability } from './author-availability.tsx'

const AVAILABILITY = {
  hours: 6,
  zone: 'Europe/Berlin',
  rewards: ['unpaid' as const],
  topics: [],
  note: 'Evenings only',
  until: '2027-01-10',
}

test('a post of a member who is open to join shows what they offer, with the action of the viewer', async () => {
  openSection({ availability: AVAILABILITY })
  expect(await screen.findByText(/^Open to join until/u)).toBeTruthy()
  expect(screen.getByText('Evenings only')).toBeTruthy()
  expect(screen.getByText('6 h a week')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Invite' })).toBeTruthy()
})

test('nobody is invited who is not open to join', async () => {
  openSection({ availability: null })
  expect(await screen.findByText(/is not open to join at the moment/u)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
})

test('the author is led to their profile to say what they offer', async () => {
  openSection({ availability: null, isOwn: true })
  const link = await screen.findByRole('link', { name: 'Open to join' })
  expect(link.getAttribute('href')).toBe('/profile')
})

interface Section {
  availability: typeof AVAILABILITY | null
  isOwn?: boolean
}

function openSection({ availability, isOwn = false }: Section) {
  const profile = createProfileFixture({ availability })
  mockReply(readProfile, { success: true, data: profile })
  renderPage(
    <AuthorAvailability
      author={profile}
      isOwn={isOwn}
      action={<button type="button">Invite</button>}
    />,
    '/posts/1',
    createViewerFixture(),
  )
}
