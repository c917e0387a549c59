import { listJoinRequests, type JoinRequest } from '@dolph/contract/join-requests/join-requests'
import {
  createReport,
  listOwnDecisions,
  REPORT_THANKS,
} from '@dolph/contract/moderation/moderation'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockReply } from '../../testing/fake-api.ts'
import {
  createJoinRequestFixture,
  createSentRequestFixture,
} from '../../testing/fixtures/join-request-fixtures.ts'
import {
  createDecisionFixture,
  createReportFixture,
} from '../../testing/fixtures/moderation-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { JoinRequestsPage } from './join-requests-page.tsx'

const HIDDEN = { state: 'ended', reason: 'taken-down', isHidden: true } as const

test('a received request can be reported, and who sent it can be blocked', async () => {
  const request = createJoinRequestFixture()
  const subject = { kind: 'join-request' as const, id: request._id }
  const calls = mockReply(createReport, {
    success: true,
    message: REPORT_THANKS,
    data: createReportFixture({ subject }),
  })
  openPage('received', request)
  const name = `More options: bo, ${request.role.title}`
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(await screen.findByRole('menuitem', { name: /^Block/u })).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Report' }))
  await userEvent.click(await screen.findByRole('radio', { name: /^Spam/u }))
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText(REPORT_THANKS)).toBeTruthy()
  expect(calls[0]?.body).toMatchObject({ subject })
})

test('a sent request has no menu', async () => {
  openPage('sent', createSentRequestFixture())
  await screen.findByText(/^You asked to join as/u)
  expect(screen.queryByRole('button', { name: /^More options/u })).toBeNull()
})

test('a hidden request keeps its place in the list of its owner, without menu', async () => {
  openPage('received', createJoinRequestFixture({ ...HIDDEN, note: '', canAnswer: false }))
  expect(await screen.findByText('Hidden by a moderator')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^More options/u })).toBeNull()
})

test('a hidden request tells its sender why', async () => {
  mockReply(listOwnDecisions, { success: true, data: [createDecisionFixture()], nextCursor: null })
  openPage('sent', createSentRequestFixture({ ...HIDDEN, canWithdraw: false }))
  expect(await screen.findByText(/^We hid this because/u)).toBeTruthy()
})

test('a request for a hidden post says so, and leads nowhere', async () => {
  const { role, post } = createSentRequestFixture()
  const titles = { role: { ...role, title: '' }, post: { ...post, title: '' } }
  openPage('sent', createSentRequestFixture({ ...titles, state: 'ended', canWithdraw: false }))
  const text = await screen.findByText('a hidden project')
  expect(text.closest('a')).toBeNull()
  expect(screen.getByText('a hidden role')).toBeTruthy()
})

function openPage(box: string, request: JoinRequest) {
  mockReply(listJoinRequests, {
    success: true,
    data: [request],
    waitingCount: 0,
    nextCursor: null,
  })
  renderPage(<JoinRequestsPage />, `/join-requests?box=${box}&state=all`, createViewerFixture())
}
