import {
  listHiddenMembers,
  unblockMember,
  unmuteMember,
  type HiddenMember,
} from '@dolph/contract/safety'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { HiddenMembersPage } from './hidden-members-page.tsx'

const NOT_HIDDEN = { isBlocked: false, isMuted: false, canMessage: true }

test('a member who hid nobody reads where that can be done', async () => {
  mockList([])
  renderHiddenMembers()
  expect(await screen.findByText('You have not blocked or muted anybody')).toBeTruthy()
})

test('who is blocked or muted is listed, and can be unblocked and unmuted', async () => {
  mockList([createHidden(1, { isBlocked: true }), createHidden(2, { isMuted: true })])
  mockReply(unblockMember, { success: true, data: NOT_HIDDEN })
  mockReply(unmuteMember, { success: true, data: NOT_HIDDEN })
  renderHiddenMembers()

  await userEvent.click(await screen.findByRole('button', { name: 'Unblock member1' }))
  await waitFor(() => expect(screen.queryByText('member1')).toBeNull())
  await screen.findAllByText('You unblocked member1.')

  await userEvent.click(screen.getByRole('button', { name: 'Unmute member2' }))
  await screen.findByText('You have not blocked or muted anybody')
})

test('who is blocked and muted stays in the list until both are taken back', async () => {
  mockList([createHidden(1, { isBlocked: true, isMuted: true })])
  mockReply(unblockMember, { success: true, data: { ...NOT_HIDDEN, isMuted: true } })
  renderHiddenMembers()

  await userEvent.click(await screen.findByRole('button', { name: 'Unblock member1' }))
  await waitFor(() => expect(screen.queryByText('Blocked')).toBeNull())
  expect(screen.getByText('Muted')).toBeTruthy()
})

test('a refused change leaves the member in the list and says why', async () => {
  mockList([createHidden(1, { isBlocked: true })])
  mockRefusal(unblockMember, 429, { code: 'too-many-requests', message: 'Please slow down.' })
  renderHiddenMembers()
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock member1' }))
  await screen.findAllByText('Please slow down.')
  expect(screen.getByText('Blocked')).toBeTruthy()
})

test('further members load on request', async () => {
  mockList([createHidden(1, { isBlocked: true })], 'next')
  renderHiddenMembers()
  await screen.findByText('member1')
  mockList([createHidden(2, { isMuted: true })])
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('member2')
  expect(screen.getByText('member1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list that cannot be loaded can be tried again', async () => {
  mockRefusal(listHiddenMembers, 500, { code: 'internal', message: 'Something went wrong' })
  renderHiddenMembers()
  await screen.findByText('The list could not be loaded.')
  mockList([])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('You have not blocked or muted anybody')).toBeTruthy()
})

function renderHiddenMembers() {
  return renderPage(<HiddenMembersPage />, '/settings/hidden', createViewerFixture())
}

function mockList(data: HiddenMember[], nextCursor: string | null = null) {
  mockReply(listHiddenMembers, { success: true, data, nextCursor })
}

function createHidden(sequence: number, fields: Partial<HiddenMember>): HiddenMember {
  return {
    _id: `0198c5a0-0000-7000-8000-${String(sequence + 10).padStart(12, '0')}`,
    userName: `member${sequence}`,
    profilePicture: '',
    isBlocked: false,
    isMuted: false,
    hiddenAt: '2026-01-02T03:04:05.678Z',
    ...fields,
  }
}
