import {
  changeTeamMember,
  leaveTeam,
  listTeam,
  type TeamMember,
} from '@dolph/contract/projects/projects'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockReply } from '../../../testing/fake-api.ts'
import { ADA, BO } from '../../../testing/fixtures/join-request-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { TeamSection } from './team-section.tsx'

const POST_ID = '01932dad-55f0-7c01-9923-d974d6c5fc01'
const CY = { _id: '0198c5a0-0000-7000-8000-000000000003', userName: 'cy', profilePicture: '' }

test('the team shows faces with role and since when, to members without a menu', async () => {
  mockTeam([createMember(BO, { isAuthor: true }), createMember(CY, { isCoOwner: true })])
  renderPage(<TeamSection postId={POST_ID} />, '/', createViewerFixture())
  const members = await screen.findAllByRole('listitem')
  expect(members.map(({ textContent }) => textContent)).toEqual([
    'BboAuthor',
    'CcyCo-ownerMap maker · since Nov 2026',
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

test('an author alone is no team', async () => {
  const calls = mockTeam([createMember(BO, { isAuthor: true })])
  renderPage(<TeamSection postId={POST_ID} />, '/', createViewerFixture())
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('heading', { name: 'Team' })).toBeNull()
})

test('the author makes a co-owner', async () => {
  const author = createMember(ADA, { isAuthor: true })
  mockTeam([author, createMember(CY)])
  const data = [author, createMember(CY, { isCoOwner: true })]
  const calls = mockReply(changeTeamMember, { success: true, data })
  renderPage(<TeamSection postId={POST_ID} />, '/', createViewerFixture())
  await userEvent.click(await screen.findByRole('button', { name: 'Change cy' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Make a co-owner' }))
  expect(await screen.findByText('Co-owner')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ isCoOwner: true }])
})

test('a member leaves after a question', async () => {
  const author = createMember(BO, { isAuthor: true })
  mockTeam([author, createMember(CY), createMember(ADA)])
  const calls = mockReply(leaveTeam, { success: true, data: [author, createMember(CY)] })
  renderPage(<TeamSection postId={POST_ID} />, '/', createViewerFixture())
  await userEvent.click(await screen.findByRole('button', { name: 'Your place on the team' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leave the team' }))
  expect(calls).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the team' }))
  expect(await screen.findAllByText('You have left the team.')).not.toEqual([])
  expect(screen.queryByText('ada')).toBeNull()
})

function mockTeam(data: TeamMember[]) {
  return mockReply(listTeam, { success: true, data })
}

function createMember(person: TeamMember['person'], fields: Partial<TeamMember> = {}): TeamMember {
  const role = fields.isAuthor === true ? null : 'Map maker'
  const joinedAt = '2026-11-10T12:00:00.000Z'
  return { person, role, isAuthor: false, isCoOwner: false, joinedAt, ...fields }
}
