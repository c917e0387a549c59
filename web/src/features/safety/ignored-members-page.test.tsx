import {
  listIgnoredMembers,
  unblockMember,
  unmuteMember,
  type IgnoredMember,
} from '@dolph/contract/safety/safety'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { IgnoredMembersPage } from './ignored-members-page.tsx'

const NOT_IGNORED = { isBlocked: false, isMuted: false, canMessage: true }

test('a member who ignores nobody reads where that can be done', async () => {
  mockList([])
  renderIgnoredMembers()
  expect(await screen.findByText('You have not blocked or muted anybody')).toBeTruthy()
})

test('a member who is blocked or muted is listed, and can be unblocked and unmuted', async () => {
  mockList([createIgnoredMember(1, { isBlocked: true }), createIgnoredMember(2, { isMuted: true })])
  mockReply(unblockMember, { success: true, data: NOT_IGNORED })
  mockReply(unmuteMember, { success: true, data: NOT_IGNORED })
  renderIgnoredMembers()

  await userEvent.click(await screen.findByRole('button', { name: 'Unblock member1' }))
  await waitFor(() => expect(screen.queryByText('member1')).toBeNull())
  await screen.findAllByText('You unblocked member1.')

  await userEvent.click(screen.getByRole('button', { name: 'Unmute member2' }))
  await screen.findByText('You have not blocked or muted anybody')
})

test('a member who is blocked and muted stays in the list until both are undone', async () => {
  mockList([createIgnoredMember(1, { isBlocked: true, isMuted: true })])
  mockReply(unblockMember, { success: true, data: { ...NOT_IGNORED, isMuted: true } })
  renderIgnoredMembers()

  await userEvent.click(await screen.findByRole('button', { name: 'Unblock member1' }))
  await waitFor(() => expect(screen.queryByText('Blocked')).toBeNull())
  expect(screen.getByText('Muted')).toBeTruthy()
})

test('a refused change leaves the member in the list and says why', async () => {
  mockList([createIgnoredMember(1, { isBlocked: true })])
  mockRefusal(unblockMember, 429, { code: 'too-many-requests', message: 'Please slow down.' })
  renderIgnoredMembers()
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock member1' }))
  await screen.findAllByText('Please slow down.')
  expect(screen.getByText('Blocked')).toBeTruthy()
})

test('further members load on request', async () => {
  mockList([createIgnoredMember(1, { isBlocked: true })], 'next')
  renderIgnoredMembers()
  await screen.findByText('member1')
  mockList([createIgnoredMember(2, { isMuted: true })])
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('member2')
  expect(screen.getByText('member1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list that cannot be loaded can be tried again', async () => {
  mockRefusal(listIgnoredMembers, 500, { code: 'internal', message: 'Something went wrong' })
  renderIgnoredMembers()
  await screen.findByText('The list could not be loaded.')
  mockList([])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('You have not blocked or muted anybody')).toBeTruthy()
})

function renderIgnoredMembers() {
  return renderPage(<IgnoredMembersPage />, '/settings/ignored', createViewerFixture())
}

function mockList(data: IgnoredMember[], nextCursor: string | null = null) {
  mockReply(listIgnoredMembers, { success: true, data, nextCursor })
}

function createIgnoredMember(sequence: number, fields: Partial<IgnoredMember>): IgnoredMember {
  return {
    _id: `0198c5a0-0000-7000-8000-${String(sequence + 10).padStart(12, '0')}`,
    userName: `member${sequence}`,
    profilePicture: '',
    isBlocked: false,
    isMuted: false,
    ignoredAt: '2026-01-02T03:04:05.678Z',
    ...fields,
  }
}
