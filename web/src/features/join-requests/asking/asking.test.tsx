import { readAvailability, type Availability } from '@dolph/contract/people/availability'
import {
  inviteToJoin,
  readJoinRequest,
  requestToJoin,
  ROLE_FILLED,
  CANNOT_INVITE,
} from '@dolph/contract/join-requests/join-requests'
import { listOwnOpenRoles, type Role } from '@dolph/contract/roles/roles'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import {
  ADA,
  BO,
  createJoinRequestFixture,
  createRoleFixture,
  createSentRequestFixture,
} from '../../../testing/fixtures/join-request-fixtures.ts'
import { createRolePostFixture } from '../../../testing/fixtures/role-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { InviteButton } from './invite-button.tsx'
import { JoinRequestAction } from './join-request-action.tsx'

const NOTE = 'I have drawn maps for ten years.'
const REQUEST_ID = createSentRequestFixture()._id
const AVAILABILITY: Availability = {
  hours: 9,
  zone: 'Europe/Lisbon',
  rewards: ['unpaid'],
  topics: [],
  note: '',
  until: '2026-12-24',
}

test('asking to join starts from the hours that one offers, and keeps what was typed', async () => {
  mockReply(readAvailability, { success: true, data: AVAILABILITY })
  const refused = mockRefusal(requestToJoin, 409, { code: 'conflict', message: ROLE_FILLED })
  renderAction()
  await openDialog()
  await waitFor(() => expect(screen.getByLabelText('Hours a week')).toHaveProperty('value', '9'))
  expect(screen.getByText(/If accepted, you appear on the team/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('What would you bring?'), NOTE)
  await userEvent.click(screen.getByRole('button', { name: 'Ask to join' }))
  expect((await screen.findByRole('alert')).textContent).toBe(ROLE_FILLED)

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await openDialog()
  expect(screen.getByLabelText('What would you bring?')).toHaveProperty('value', NOTE)
  const sent = mockReply(requestToJoin, { success: true, data: createSentRequestFixture() })
  await userEvent.click(screen.getByRole('button', { name: 'Ask to join' }))
  await screen.findAllByText('Your request is sent.')
  expect(sent[0]?.body).toMatchObject({ note: NOTE, hours: 9 })
  expect(sent[0]?.body).toEqual(refused[0]?.body)
})

test('a note of a few words and missing hours are not sent, and get the focus', async () => {
  mockReply(readAvailability, { success: true, data: null })
  const sent = mockReply(requestToJoin, { success: true, data: createSentRequestFixture() })
  renderAction()
  await openDialog()
  expect(screen.getByLabelText('Hours a week')).toHaveProperty('value', '4')
  await userEvent.type(screen.getByLabelText('What would you bring?'), 'Hi there')
  await userEvent.click(screen.getByRole('button', { name: 'Ask to join' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Say in two or three sentences what you would bring.',
  )
  expect(document.activeElement).toBe(screen.getByLabelText('What would you bring?'))

  await userEvent.type(screen.getByLabelText('What would you bring?'), NOTE)
  await userEvent.clear(screen.getByLabelText('Hours a week'))
  await userEvent.click(screen.getByRole('button', { name: 'Ask to join' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Hours a week'))
  expect(sent).toEqual([])
})

const today = new Date().toISOString()
test.each<[text: string, state: NonNullable<Role['joinRequest']>['state']]>([
  ['Asked to join · answer by today', 'waiting'],
  ['Talking', 'talking'],
  ['You are on the team', 'accepted'],
  ['Ended', 'ended'],
  ['Not this time', 'declined'],
])('%s', (text, state) => {
  renderAction({
    joinRequest: { _id: REQUEST_ID, state, fromOwner: false, dueAt: today, counterpart: BO },
  })
  expect(document.body.textContent).toContain(text)
})

test('the conversation is with the owner who answered, also a co-owner', () => {
  const cleo = { _id: '0198c5a0-0000-7000-8000-000000000003', userName: 'cleo', profilePicture: '' }
  const joinRequest = { _id: REQUEST_ID, state: 'talking', fromOwner: false, dueAt: today } as const
  renderAction({ joinRequest: { ...joinRequest, counterpart: cleo } })
  const link = screen.getByRole('link', { name: 'Talking' })
  expect(link.getAttribute('href')).toBe(`/messages/${cleo._id}`)
})

test('an invitation can be answered on the role', async () => {
  mockReply(readJoinRequest, {
    success: true,
    data: createJoinRequestFixture({ person: ADA, owner: BO, fromOwner: true, fit: null }),
  })
  const state = 'waiting'
  renderAction({
    joinRequest: { _id: REQUEST_ID, state, fromOwner: true, dueAt: today, counterpart: BO },
  })
  expect(await screen.findByRole('button', { name: 'Join the team' })).toBeTruthy()
})

test('a visitor is led to the login, and an owner asks for nothing', () => {
  const role = createRoleFixture()
  renderPage(<JoinRequestAction role={role} owner={BO} />, '/roles', null)
  const link = screen.getByRole('link', { name: `Ask to join: ${role.title}` })
  const next = new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('next')
  expect(next).toBe(`/posts/${role.post}?ask=${role._id}`)
  renderPage(
    <JoinRequestAction role={createRoleFixture()} owner={ADA} />,
    '/',
    createViewerFixture(),
  )
  expect(screen.queryByRole('button', { name: /Ask to join/ })).toBeNull()
})

test('an owner invites to one of their open roles, and reads why not', async () => {
  mockOwnRoles([createRoleFixture()])
  const sent = mockRefusal(inviteToJoin, 403, { code: 'forbidden', message: CANNOT_INVITE })
  renderPage(<InviteButton person={BO} />, '/', createViewerFixture())
  await userEvent.click(screen.getByRole('button', { name: 'Invite bo' }))
  await userEvent.type(await screen.findByLabelText('Note'), NOTE)
  expect(screen.getByText('Map maker · Tide')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect((await screen.findByRole('alert')).textContent).toBe(CANNOT_INVITE)
  expect(sent[0]?.body).toMatchObject({ userId: BO._id, note: NOTE })
})

test('roles that fail to load can be retried in the dialog', async () => {
  mockNetworkError(listOwnOpenRoles)
  renderPage(<InviteButton person={BO} />, '/', createViewerFixture())
  await userEvent.click(screen.getByRole('button', { name: 'Invite bo' }))
  expect(await screen.findByText(/^Failed to load your roles/)).toBeTruthy()
  mockOwnRoles([createRoleFixture()])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByLabelText('Note')).toBeTruthy()
})

test('without an open role the dialog says where one is added', async () => {
  mockOwnRoles([])
  renderPage(<InviteButton person={BO} />, '/', createViewerFixture())
  await userEvent.click(screen.getByRole('button', { name: 'Invite bo' }))
  expect(await screen.findByText(/You have no open roles/)).toBeTruthy()
})

function renderAction(fields: Partial<Role> = {}) {
  const role = createRoleFixture(fields)
  renderPage(<JoinRequestAction role={role} owner={BO} />, '/', createViewerFixture())
}

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'Ask to join: Map maker' }))
  await screen.findByRole('dialog', { name: 'Ask to join' })
}

function mockOwnRoles(roles: Role[]) {
  const post = createRolePostFixture()
  mockReply(listOwnOpenRoles, { success: true, data: roles.map((role) => ({ role, post })) })
}
