import { browsePeople, type ListedPerson } from '@dolph/contract/people/browse-people'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi, mockNetworkError, mockReply } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { stubIntersectionObserver } from '../../../testing/stub-intersection-observer.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { listOwnOpenRoles } from '@dolph/contract/roles/roles'
import {
  createRoleFixture,
  createRolePostFixture,
} from '../../../testing/fixtures/role-fixtures.ts'
import { PersonFit } from '../../roles/person-fit.tsx'
import { PeoplePage } from './people-page.tsx'

beforeEach(() => mockReply(listOwnOpenRoles, { success: true, data: [] }))

test('only who is open to join can be invited', async () => {
  mockPeople([
    createPerson(1, {
      location: 'Porto',
      availability: {
        hours: 6,
        zone: 'Europe/Lisbon',
        rewards: ['unpaid'],
        topics: ['games'],
        note: '',
        until: '2027-01-10',
      },
    }),
    createPerson(2),
  ])
  openPage()
  await screen.findByText('Open to join until January 10')
  expect(screen.getByText('6 h a week · Porto · Unpaid · Games')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^Message / })).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: /^Invite / })).toHaveLength(1)
})

test('the address holds the filter, and changes of it are made in the address', async () => {
  mockPeople([createPerson(1)])
  const router = openPage('/people?skills=Rust&hours=6&topic=none')
  await screen.findByRole('heading', { name: 'First1 Last1' })
  expect(screen.getByLabelText<HTMLSelectElement>('Hours a week').value).toBe('6')
  expect(screen.getByLabelText<HTMLSelectElement>('Topic').value).toBe('')

  await userEvent.selectOptions(screen.getByLabelText('Topic'), 'Games')
  await userEvent.type(screen.getByLabelText('Skill'), 'Go{Enter}')
  await waitFor(() =>
    expect(router.state.location.search).toBe('?skills=Rust%2CGo&hours=6&topic=games'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove Rust' }))
  await userEvent.type(screen.getByRole('searchbox'), 'Bob')
  await waitFor(() =>
    expect(router.state.location.search).toBe('?skills=Go&hours=6&topic=games&q=Bob'),
  )
})

test('an empty page leads on to the next one', async () => {
  stubIntersectionObserver()
  mockPeople([createPerson(1)])
  const empty = { success: true, data: [], nextCursor: 'next' }
  fakeApi.use(http.get(`*${browsePeople.url}`, () => HttpResponse.json(empty), { once: true }))
  openPage()
  expect(await screen.findByRole('heading', { name: 'First1 Last1' })).toBeTruthy()
})

test('nobody found: the filter can be cleared', async () => {
  mockPeople([])
  const router = openPage('/people?hours=20')
  await screen.findByText('No people match.')
  await userEvent.click(screen.getByRole('button', { name: 'Show all people' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('without a connection the list can be tried again', async () => {
  mockNetworkError(browsePeople)
  openPage()
  await screen.findByText('Failed to load people')
  mockPeople([createPerson(1)])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'First1 Last1' })).toBeTruthy()
})

test('an owner sees which of their open roles a person fits best, in one request for all', async () => {
  const post = createRolePostFixture()
  const roles = [
    createRoleFixture({ title: 'Writer', skills: ['Prose'], mustSkills: [] }),
    createRoleFixture({ title: 'Boat builder', skills: ['Rust', 'Carpentry'], mustSkills: [] }),
  ]
  const data = roles.map((role) => ({ role, post }))
  const calls = mockReply(listOwnOpenRoles, { success: true, data })
  mockPeople([createPerson(1), createPerson(2, { skills: ['Go'] })])
  openPage()
  const row = await screen.findByRole('article', { name: 'First1 Last1' })
  await waitFor(() => expect(row.textContent).toContain('Good fit · Boat builder'))
  expect(screen.getByRole('article', { name: 'First2 Last2' }).textContent).not.toContain(' fit')
  expect(calls).toHaveLength(1)
})

test('people and open roles are two tabs of one place', async () => {
  mockPeople([])
  openPage()
  const tabs = await screen.findByRole('navigation', { name: 'Find roles and people' })
  const links = [...tabs.querySelectorAll('a')].map((link) => [
    link.getAttribute('href'),
    link.getAttribute('aria-current'),
  ])
  expect(links).toEqual([
    ['/roles', null],
    ['/people', 'page'],
  ])
})

function openPage(path = '/people') {
  const page = (
    <PeoplePage
      InviteAction={({ person }) => <button type="button">Invite {person.userName}</button>}
      PersonFit={PersonFit}
    />
  )
  return renderPage(page, path, createViewerFixture())
}

function mockPeople(data: ListedPerson[]) {
  mockReply(browsePeople, { success: true, data, nextCursor: null })
}

function createPerson(sequence: number, fields: Partial<ListedPerson> = {}): ListedPerson {
  return {
    _id: `0198c5a0-0000-7000-8000-${String(sequence + 10).padStart(12, '0')}`,
    userName: `member${sequence}`,
    profilePicture: '',
    firstName: `First${sequence}`,
    lastName: `Last${sequence}`,
    bio: 'I build boats.',
    skills: ['Rust', 'Carpentry'],
    location: '',
    availability: null,
    ...fields,
  }
}
