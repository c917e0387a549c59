import {
  answerJoinRequest,
  listJoinRequests,
  readJoinRequest,
  TEAM_COMPLETE,
  withdrawJoinRequest,
  type JoinRequest,
} from '@dolph/contract/join-requests/join-requests'
import { browseRoles, listRoles } from '@dolph/contract/roles/roles'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import {
  fakeApi,
  mockDelayedReply,
  mockNetworkError,
  mockRefusal,
  mockReply,
} from '../../testing/fake-api.ts'
import {
  ADA,
  BO,
  createJoinRequestFixture,
  createRoleFixture,
  createSentRequestFixture,
} from '../../testing/fixtures/join-request-fixtures.ts'
import { createPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { JoinRequestsPage } from './join-requests-page.tsx'

const REQUEST = createJoinRequestFixture()
const ANSWERED = createJoinRequestFixture({ state: 'accepted', canAnswer: false })

test('a received request shows who asks, for what, why it fits, the note and the three answers', async () => {
  mockLists({ received: [REQUEST] })
  openPage()
  const row = await findRow()
  expect(row.textContent).toContain('bo asks to join as Map maker · Quiet map')
  expect(row.textContent).toContain('1 of 2 skills')
  expect(row.textContent).toContain(REQUEST.note)
  expect(row.textContent).toMatch(/Answer by \w+day/)
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual([`More options: bo, ${REQUEST.role.title}`, 'Accept', 'Not now'])
  expect(await screen.findByRole('tab', { name: 'Received · 1' })).toBeTruthy()
})

test('the key 1 on the focused row and Enter accept', async () => {
  mockLists({ received: [REQUEST] })
  const calls = mockReply(answerJoinRequest, { success: true, data: ANSWERED })
  openPage()
  const row = await findRow()
  row.focus()
  await userEvent.keyboard('1')
  expect(calls).toEqual([])
  await userEvent.keyboard('{Enter}')
  await within(row).findByText('On the team')
  expect(calls.map(({ body }) => body)).toEqual([{ answer: 'accept', note: '' }])
  expect(within(row).queryByRole('button', { name: 'Not now' })).toBeNull()
})

test('not now unfolds ready sentences that can be edited', async () => {
  mockLists({ received: [REQUEST] })
  const calls = mockReply(answerJoinRequest, {
    success: true,
    data: createJoinRequestFixture({ state: 'declined', canAnswer: false, answer: 'Sorry.' }),
  })
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.getAllByRole('radio')).toHaveLength(5)
  await userEvent.click(screen.getByText('We need a little more experience with Docker.'))
  const answer = screen.getByLabelText('Your answer')
  expect(answer).toHaveProperty('value', 'We need a little more experience with Docker.')
  await userEvent.type(answer, ' Thank you, 123!')
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('Declined')).toBeTruthy()
  const note = 'We need a little more experience with Docker. Thank you, 123!'
  expect(calls.map(({ body }) => body)).toEqual([{ answer: 'decline', reason: 'experience', note }])
})

test('an answer that is not sent is still there after Cancel and after a reload', async () => {
  mockLists({ received: [REQUEST] })
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  await userEvent.click(screen.getByText('Our hours don’t match.'))
  await userEvent.type(screen.getByLabelText('Your answer'), ' Sorry!')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.getByLabelText('Your answer')).toHaveProperty(
    'value',
    'Our hours don’t match. Sorry!',
  )
  cleanup()

  openPage()
  const calls = mockReply(answerJoinRequest, {
    success: true,
    data: createJoinRequestFixture({ state: 'declined', canAnswer: false }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  await screen.findByText('Declined')
  expect(calls.map(({ body }) => body)).toEqual([
    { answer: 'decline', reason: 'hours', note: 'Our hours don’t match. Sorry!' },
  ])
  expect(Object.keys(localStorage).filter((key) => key.includes('answer:'))).toEqual([])
})

test('a request that is being talked about leads to the conversation with the co-owner who answered', async () => {
  const cleo = { _id: '0198c5a0-0000-7000-8000-000000000003', userName: 'cleo', profilePicture: '' }
  mockLists({ sent: [createSentRequestFixture({ state: 'talking', counterpart: cleo })] })
  openPage('?box=sent')
  const link = await screen.findByRole('link', { name: 'Open the conversation' })
  expect(link.getAttribute('href')).toBe(`/messages/${cleo._id}`)
})

test('let’s talk leads to the conversation, by button, by key and from a mail, and sends nothing', async () => {
  mockLists({ received: [REQUEST] })
  mockReply(readJoinRequest, { success: true, data: REQUEST })
  const calls = mockReply(answerJoinRequest, { success: true, data: ANSWERED })
  const conversation = `/messages/${REQUEST.counterpart?._id}?answer=${REQUEST._id}`
  openPage()
  const row = await findRow()
  const link = within(row).getByRole('link', { name: 'Let’s talk' })
  expect(link.getAttribute('href')).toBe(conversation)
  cleanup()

  for (const press of ['2', '']) {
    const router = openPage(press === '' ? `?id=${REQUEST._id}&answer=talk` : '')
    if (press !== '') {
      const focused = await findRow()
      focused.focus()
      await userEvent.keyboard(press)
    }
    await waitFor(() => {
      const { pathname, search } = router.state.location
      expect(`${pathname}${search}`).toBe(conversation)
    })
    cleanup()
  }
  expect(calls).toEqual([])
})

test('accept offers a note, sends its words, and Cancel leads back to the button pressed', async () => {
  mockLists({ received: [REQUEST] })
  const calls = mockReply(answerJoinRequest, { success: true, data: ANSWERED })
  openPage()
  const row = await findRow()
  for (const name of ['Not now', 'Accept']) {
    await userEvent.click(within(row).getByRole('button', { name }))
    await userEvent.click(within(row).getByRole('button', { name: 'Cancel' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(within(row).getByRole('button', { name })),
    )
  }
  await userEvent.click(within(row).getByRole('button', { name: 'Accept' }))
  const field = within(row).getByRole('textbox', { name: 'A note for bo' })
  await userEvent.type(field, 'The tiles are in the wiki.')
  await userEvent.click(within(row).getByRole('button', { name: 'Accept' }))
  await within(row).findByText('On the team')
  expect(calls.map(({ body }) => body)).toEqual([
    { answer: 'accept', note: 'The tiles are in the wiki.' },
  ])
})

test('a request that was answered elsewhere shows its state', async () => {
  mockLists({ received: [REQUEST] })
  mockRefusal(answerJoinRequest, 409, { code: 'conflict', message: 'It was answered before.' })
  mockReply(readJoinRequest, { success: true, data: ANSWERED })
  openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('On the team')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('a link of a mail opens its request with the answer ready, and sends nothing', async () => {
  mockLists({ received: [REQUEST] })
  const showLinked = mockDelayedReply(readJoinRequest, () => ({ success: true, data: REQUEST }))
  const calls = mockReply(answerJoinRequest, { success: true, data: ANSWERED })
  openPage(`?id=${REQUEST._id}&answer=accept`)
  await screen.findByRole('button', { name: 'Not now' })
  showLinked()
  await screen.findByLabelText('A note for bo')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept' }))
  expect(calls).toEqual([])
  await userEvent.keyboard('{Enter}')
  await screen.findByText('On the team')
  expect(calls).toHaveLength(1)
})

test('a link to a request that is gone says so', async () => {
  mockLists({ received: [] })
  mockRefusal(readJoinRequest, 404, { code: 'not-found', message: 'Join request not found' })
  openPage(`?id=${REQUEST._id}`)
  expect(await screen.findByText('This request no longer exists.')).toBeTruthy()
})

test('an invitation is accepted by joining the team, which welcomes the member', async () => {
  const invitation = createJoinRequestFixture({
    person: ADA,
    owner: BO,
    fromOwner: true,
    fit: null,
  })
  mockLists({ received: [invitation] })
  const router = openPage()
  const row = await findRow()
  expect(row.textContent).toContain('bo invites you to join as Map maker')
  mockReply(answerJoinRequest, {
    success: true,
    data: { ...invitation, state: 'accepted', canAnswer: false },
  })
  await userEvent.click(within(row).getByRole('button', { name: 'Join the team' }))
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/join-requests/${invitation._id}/welcome`),
  )
})

test('an owner reads that the team is complete when the last seat is taken', async () => {
  mockLists({ received: [REQUEST] })
  mockReply(answerJoinRequest, { success: true, data: ANSWERED })
  const filled = createRoleFixture({ state: 'filled', filled: 1 })
  mockReply(listRoles, { success: true, data: [filled], answers: null })
  openPage()
  const row = await findRow()
  await userEvent.click(within(row).getByRole('button', { name: 'Accept' }))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findAllByText(TEAM_COMPLETE)).not.toEqual([])
})

test('who was accepted finds the way to the team', async () => {
  const accepted = createSentRequestFixture({ state: 'accepted', canWithdraw: false })
  mockLists({ sent: [accepted] })
  openPage('?box=sent&state=all')
  const row = await findRow()
  const link = within(row).getByRole('link', { name: 'Meet the team' })
  expect(link.getAttribute('href')).toBe(`/join-requests/${accepted._id}/welcome`)
})

test('a sent request can be withdrawn', async () => {
  const sent = createSentRequestFixture()
  mockLists({ sent: [sent] })
  mockReply(withdrawJoinRequest, {
    success: true,
    data: { ...sent, state: 'withdrawn', canWithdraw: false },
  })
  openPage('?box=sent')
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw: Map maker' }))
  const row = await findRow()
  expect(await within(row).findByText('Withdrawn')).toBeTruthy()
})

test('a member whose request ended unanswered reads that it says nothing about them, and sees roles that fit', async () => {
  mockLists({
    sent: [createSentRequestFixture({ state: 'ended', reason: 'no-answer', canWithdraw: false })],
  })
  const _id = '0198c5a0-0000-7000-8000-0000000000bb'
  const { title, type } = createPostFixture({ title: 'Loud map' })
  mockReply(browseRoles, {
    success: true,
    data: [
      {
        role: createRoleFixture({ title: 'Painter' }),
        post: { _id, title, type, user: BO, state: null, topics: [] },
      },
    ],
    nextCursor: null,
    order: 'fit',
  })
  openPage('?box=sent&state=all')
  expect(
    await screen.findByText(
      'bo did not answer in time. It’s not about you. These roles fit you too:',
    ),
  ).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Painter · Loud map' })).toBeTruthy()
})

test('a member who joined a team is asked whether other requests still stand', async () => {
  const accepted = createSentRequestFixture({
    _id: '0198c5a0-0000-7000-8000-000000000102',
    state: 'accepted',
    answeredAt: new Date().toISOString(),
    canWithdraw: false,
  })
  const open = createSentRequestFixture()
  mockLists({ sent: [accepted, open] })
  const calls = mockReply(withdrawJoinRequest, {
    success: true,
    data: { ...open, state: 'withdrawn', canWithdraw: false },
  })
  openPage('?box=sent&state=all')
  await screen.findByText('You have 1 other open request. Withdraw it?')
  mockLists({ sent: [accepted] })
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText(/other open request/)).toBeNull())
})

test('a member who accepted an invitation is asked as well', async () => {
  const { person, owner } = createSentRequestFixture()
  const accepted = createJoinRequestFixture({
    _id: '0198c5a0-0000-7000-8000-000000000103',
    person,
    owner,
    fromOwner: true,
    hours: null,
    fit: null,
    state: 'accepted',
    answeredAt: new Date().toISOString(),
    canAnswer: false,
  })
  mockLists({ received: [accepted], sent: [createSentRequestFixture()] })
  openPage()
  expect(await screen.findByText('You have 1 other open request. Withdraw it?')).toBeTruthy()
})

test('empty lists say what to do next; a list that fails can be tried again', async () => {
  mockNetworkError(listJoinRequests)
  openPage()
  expect(await screen.findByText('Failed to load your join requests')).toBeTruthy()
  mockLists({})
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('You’re all caught up')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Sent' }))
  expect(await screen.findByRole('link', { name: 'Find a role' })).toBeTruthy()
})

function openPage(search = '') {
  return renderPage(<JoinRequestsPage />, `/join-requests${search}`, createViewerFixture())
}

function mockLists({ received = [], sent = [] }: Record<string, JoinRequest[] | undefined>) {
  fakeApi.use(
    http.get(`*${listJoinRequests.url}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const data = (query.get('box') === 'sent' ? sent : received).filter(
        ({ state }) => query.get('state') !== 'waiting' || ['waiting', 'talking'].includes(state),
      )
      const waitingCount = received.filter(({ canAnswer }) => canAnswer).length
      return HttpResponse.json({ success: true, data, waitingCount, nextCursor: null })
    }),
  )
}

async function findRow(): Promise<HTMLElement> {
  return screen.findByRole('listitem')
}
