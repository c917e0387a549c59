import { answerJoinRequest, TEAM_COMPLETE } from '@dolph/contract/join-requests/join-requests'
import { listRoles, type Role } from '@dolph/contract/roles/roles'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockRefusal, mockReply } from '../../testing/fake-api.ts'
import {
  ADA,
  BO,
  createJoinRequestFixture,
  createRoleFixture,
} from '../../testing/fixtures/join-request-fixtures.ts'
import { createNotificationFixture } from '../../testing/fixtures/notification-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { LineAnswer } from './line-answer.tsx'

const REQUEST = createJoinRequestFixture()
const WAITING = { _id: REQUEST._id, state: 'waiting', fromOwner: false } as const

test('a request is accepted on its line', async () => {
  serveRoles([createRoleFixture({ state: 'filled' }), createRoleFixture()])
  const answers = mockReply(answerJoinRequest, { success: true, data: accept() })
  const { onLeave } = renderAnswer({ kind: 'join-requested', request: WAITING })
  await userEvent.click(screen.getByRole('button', { name: 'Accept: bo' }))
  expect((await screen.findByRole('status')).textContent).toBe('You accepted bo.')
  expect(answers.map(({ body }) => body)).toEqual([{ answer: 'accept', note: '' }])
  expect(onLeave).not.toHaveBeenCalled()
})

test('with the last seat the team is complete', async () => {
  serveRoles([createRoleFixture({ state: 'filled' })])
  mockReply(answerJoinRequest, { success: true, data: accept() })
  renderAnswer({ kind: 'join-requested', request: WAITING })
  await userEvent.click(screen.getByRole('button', { name: 'Accept: bo' }))
  expect(await screen.findByText(`You accepted bo. ${TEAM_COMPLETE}`)).toBeTruthy()
})

test('an answer with words opens where it can be written', () => {
  renderAnswer({ kind: 'join-due', request: WAITING })
  const getHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(getHref('Let’s talk: bo')).toBe(`/join-requests?answer=talk&id=${REQUEST._id}`)
  expect(getHref('Not now: bo')).toBe(`/join-requests?answer=decline&id=${REQUEST._id}`)
})

test('who accepts an invitation is welcomed to the team', async () => {
  mockReply(answerJoinRequest, {
    success: true,
    data: accept({ fromOwner: true, person: ADA, owner: BO }),
  })
  const request = { ...WAITING, fromOwner: true }
  const { router, onLeave } = renderAnswer({ kind: 'invited', request })
  await userEvent.click(screen.getByRole('button', { name: 'Join the team: bo' }))
  await screen.findByText('Other page')
  expect(router.state.location.pathname).toBe(`/join-requests/${REQUEST._id}/welcome`)
  expect(onLeave).toHaveBeenCalledOnce()
})

test('a refusal says why', async () => {
  mockRefusal(answerJoinRequest, 409, { code: 'conflict', message: 'This role is filled.' })
  renderAnswer({ kind: 'join-requested', request: WAITING })
  await userEvent.click(screen.getByRole('button', { name: 'Accept: bo' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This role is filled.')
})

test.each([
  ['several requests', { kind: 'join-requested', count: 2, request: null }],
  ['an answered request', { kind: 'join-due', request: { ...WAITING, state: 'declined' } }],
  ['an answer', { kind: 'join-answered', request: { ...WAITING, state: 'talking' } }],
  ['a comment', { kind: 'comment' }],
] as const)('a line about %s has nothing to answer', (_, fields) => {
  renderAnswer(fields)
  expect(screen.queryByRole('button')).toBeNull()
})

function renderAnswer(fields: Parameters<typeof createNotificationFixture>[1]) {
  const onLeave = vi.fn<() => void>()
  const line = createNotificationFixture(1, fields)
  const answer = <LineAnswer line={line} onLeave={onLeave} />
  return { onLeave, router: renderPage(answer, '/notifications', createViewerFixture()) }
}

function accept(fields: Parameters<typeof createJoinRequestFixture>[0] = {}) {
  return createJoinRequestFixture({ state: 'accepted', canAnswer: false, ...fields })
}

function serveRoles(roles: Role[]) {
  mockReply(listRoles, { success: true, data: roles, answers: null })
}
