import {
  listJoinRequests,
  readJoinRequest,
  type JoinRequest,
} from '@dolph/contract/join-requests/join-requests'
import { readPost } from '@dolph/contract/posts/posts'
import { listTeam } from '@dolph/contract/projects/projects'
import { listRooms, type Room } from '@dolph/contract/rooms/rooms'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockRefusal, mockReply } from '../../testing/fake-api.ts'
import {
  ADA,
  BO,
  createJoinRequestFixture,
  createSentRequestFixture,
} from '../../testing/fixtures/join-request-fixtures.ts'
import { QUIET_MAP } from '../../testing/fixtures/notification-fixtures.ts'
import { createPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { WelcomePage } from './welcome-page.tsx'

const ROOM: Room = {
  _id: '0198c5a0-0000-7000-8000-000000000700',
  post: QUIET_MAP,
  name: QUIET_MAP.title,
  memberCount: 2,
  state: 'open',
  readableUntil: null,
  isOwner: false,
  isHistoryOpen: false,
  isMuted: false,
  ignoredIds: [],
  lastMessage: null,
  mentionCount: 0,
  unreadCount: 0,
}
const ACCEPTED = createSentRequestFixture({ state: 'accepted', canWithdraw: false })

test('shows a new member who is on the team, what the owner wrote, the links and what to do first', async () => {
  serve({ ...ACCEPTED, answer: 'The tiles are in the wiki.' })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to the team' })).toBeTruthy()
  expect(screen.getByText(/^You are on the team of/).textContent).toBe(
    'You are on the team of Quiet map as Map maker.',
  )
  const note = within(screen.getByRole('figure'))
  expect(note.getByText('bo writes')).toBeTruthy()
  expect(note.getByText('The tiles are in the wiki.')).toBeTruthy()
  const team = within(screen.getByRole('region', { name: 'The team' }))
  expect((await team.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    'bo',
    'ada',
  ])
  const github = await screen.findByRole('link', { name: /^GitHub/ })
  expect(github.getAttribute('href')).toBe('https://github.com/bo/map')
  const steps = within(screen.getByRole('region', { name: 'What to do first' }))
  expect(steps.getAllByRole('listitem')).toHaveLength(2)
  const write = await steps.findByRole('link', { name: 'Write to the team' })
  expect(write.getAttribute('href')).toBe(`/messages/rooms/${ROOM._id}`)
})

test('without a room in which the team can write, the first message goes to the owner', async () => {
  serve(ACCEPTED, [{ ...ROOM, state: 'closed' }])
  open()
  const write = await screen.findByRole('link', { name: 'Write to bo' })
  expect(write.getAttribute('href')).toBe(`/messages/${BO._id}`)
  expect(screen.queryByRole('link', { name: 'Write to the team' })).toBeNull()
})

test('says nothing in the name of an owner who wrote nothing', async () => {
  serve(ACCEPTED)
  open()
  await screen.findByRole('heading', { level: 1, name: 'Welcome to the team' })
  expect(screen.queryByRole('figure')).toBeNull()
})

test('shows who accepted an invitation what it said', async () => {
  serve({ ...ACCEPTED, fromOwner: true, note: 'Your maps are lovely.', answer: 'Gladly.' })
  open()
  expect(await screen.findByText('Your maps are lovely.')).toBeTruthy()
  expect(screen.queryByText('Gladly.')).toBeNull()
})

test.each<[string, JoinRequest]>([
  ['a request that still waits', createSentRequestFixture()],
  ['a request of somebody else', createJoinRequestFixture({ state: 'accepted' })],
])('%s leads to the list', async (_, request) => {
  serve(request)
  const router = open()
  await screen.findByText('Other page')
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe(`/join-requests?id=${request._id}`)
})

test('a request that does not exist leads to the list', async () => {
  mockRefusal(readJoinRequest, 404, { code: 'not-found', message: 'Join request not found' })
  const router = open()
  await screen.findByText('Other page')
  expect(router.state.location.pathname).toBe('/join-requests')
})

function serve(request: JoinRequest, rooms = [ROOM]): void {
  const joinedAt = '2026-11-10T12:00:00.000Z'
  mockReply(readJoinRequest, { success: true, data: request })
  mockReply(listJoinRequests, { success: true, data: [], waitingCount: 0, nextCursor: null })
  mockReply(listRooms, { success: true, data: rooms, unreadCount: 0, nextCursor: null })
  mockReply(readPost, {
    success: true,
    data: createPostFixture({ ...QUIET_MAP, github: 'https://github.com/bo/map' }),
  })
  mockReply(listTeam, {
    success: true,
    data: [
      { person: BO, role: null, isAuthor: true, isCoOwner: false, joinedAt },
      { person: ADA, role: 'Map maker', isAuthor: false, isCoOwner: false, joinedAt },
    ],
  })
}

function open() {
  const routes = [
    { path: '/join-requests/:id/welcome', Component: WelcomePage },
    { path: '*', element: <p>Other page</p> },
  ]
  return renderRoutes(routes, `/join-requests/${ACCEPTED._id}/welcome`, createViewerFixture())
}
