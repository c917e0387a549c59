import {
  muteRoom,
  readRoom,
  searchRoom,
  ROOM_NOT_FOUND,
  sendRoomMessage,
  syncRoom,
} from '@dolph/contract/rooms/rooms'
import { leaveTeam } from '@dolph/contract/projects/projects'
import { readRelation } from '@dolph/contract/safety/safety'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { getLastSocket } from '../../testing/fake-socket.ts'
import { ADA, BOB, getMessageId, getTimestamp } from '../../testing/fixtures/message-fixtures.ts'
import {
  CARLA,
  createRoomMember,
  createRoomMessage,
  mockRoom,
  ROOM_ID,
  ROOM_PATH,
} from '../../testing/fixtures/room-fixtures.ts'
import { renderMessagesPage } from '../../testing/render-messages-page.tsx'

test('the rooms of teams stand above the conversations, with their newest message and unread count', async () => {
  mockRoom({ unreadCount: 2 }, [createRoomMessage(1, { content: 'Sails are up' })])
  renderMessagesPage()
  const teams = await screen.findByRole('region', { name: 'Teams' })
  const entry = within(teams).getByRole('link', { name: /Restore Friday/ })
  expect(entry.textContent).toContain('bob: Sails are up')
  expect(entry.textContent).toContain('2 unread')
  await userEvent.click(entry)
  expect(await screen.findByRole('region', { name: 'Team Restore Friday' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'Restore Friday' })).toBeTruthy()
})

test('without a team there is no section of teams', async () => {
  renderMessagesPage()
  expect(await screen.findByText('No conversations yet')).toBeTruthy()
  expect(screen.queryByText('Teams')).toBeNull()
})

test('a room names who wrote and who came, and tells the server what was read', async () => {
  const { reads } = mockRoom({}, [
    createRoomMessage(1, { sender: CARLA, content: 'joined', line: 'joined' }),
    createRoomMessage(2, { content: 'Welcome' }),
  ])
  renderMessagesPage(ROOM_PATH)
  const log = await screen.findByRole('region', { name: 'Team Restore Friday' })
  expect(within(log).getByText('carla joined')).toBeTruthy()
  expect(within(log).getByText('Welcome')).toBeTruthy()
  expect(within(log).getAllByText('bob').length).toBeGreaterThan(0)
  await waitFor(() => expect(reads.map(({ body }) => body)).toEqual([{ upTo: getMessageId(2) }]))
})

test('a message is sent once, over the socket or, without an acknowledgement, by the API', async () => {
  mockRoom()
  const stored = createRoomMessage(3, { sender: ADA, content: 'On my way' })
  const sent = mockReply(sendRoomMessage, stored)
  renderMessagesPage(ROOM_PATH)
  const field = await screen.findByRole('textbox', { name: 'Message to Restore Friday' })
  await userEvent.type(field, 'On my way{Enter}')
  expect(await screen.findByText('On my way')).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ content: 'On my way' })
  await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
  expect(screen.getAllByText('On my way')).toHaveLength(1)
})

test('a message of another member appears as it is sent', async () => {
  mockRoom({}, [createRoomMessage(1)])
  renderMessagesPage(ROOM_PATH)
  expect(await screen.findByText('Note 1')).toBeTruthy()
  getLastSocket().accept()
  const message = createRoomMessage(2, { sender: CARLA, content: 'Live' })
  getLastSocket().receive({ type: 'room_message', message })
  expect((await screen.findAllByText('Live')).length).toBeGreaterThan(0)
})

test('messages of an ignored member are folded until they are asked for', async () => {
  const members = [createRoomMember(ADA, { isAuthor: true }), createRoomMember(BOB)]
  mockRoom({ members, ignoredIds: [BOB._id] }, [createRoomMessage(1, { content: 'Unseen' })])
  renderMessagesPage(ROOM_PATH)
  const teams = await screen.findByRole('region', { name: 'Teams' })
  expect(await within(teams).findByText(/^Hidden: you blocked or muted/)).toBeTruthy()
  const show = await screen.findByRole('button', { name: 'Show' })
  expect(screen.queryByText('Unseen')).toBeNull()
  await userEvent.click(show)
  expect(screen.getByText('Unseen')).toBeTruthy()
})

test.each([
  ['alone', null, 'Nobody else is on the team yet.'],
  ['blocked', null, 'You cannot message this member.'],
  ['closed', '2026-12-19T12:00:00.000Z', /You can read this until December 19, 2026/],
] as const)('a room that is %s has no field, and says why', async (state, readableUntil, text) => {
  mockRoom({ state, readableUntil })
  renderMessagesPage(ROOM_PATH)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /Message to/ })).toBeNull()
})

test('the people of a room, and muting it', async () => {
  mockRoom()
  const muted = mockReply(muteRoom, { success: true, message: 'Room muted' })
  renderMessagesPage(ROOM_PATH)
  await userEvent.click(await screen.findByRole('button', { name: 'People and settings' }))
  const dialog = await screen.findByRole('dialog', { name: 'Restore Friday' })
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(3)
  expect(within(dialog).getByText('Author')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mute' }))
  await waitFor(() => expect(muted).toHaveLength(1))
})

test('the room of a team that the member has left is not found', async () => {
  mockRefusal(readRoom, 404, { code: 'not-found', message: ROOM_NOT_FOUND })
  mockRefusal(syncRoom, 404, { code: 'not-found', message: ROOM_NOT_FOUND })
  renderMessagesPage(ROOM_PATH)
  expect(await screen.findByText(ROOM_NOT_FOUND)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to messages' })).toBeTruthy()
})

test('a hundred messages to a viewer cost one report of what was read, and another five seconds later', async () => {
  const { advanceTime } = installFakeClock()
  const { reads, lists, rooms, syncs } = mockRoom({}, [createRoomMessage(1)])
  renderMessagesPage(ROOM_PATH)
  await screen.findByText('Note 1')
  await waitFor(() => expect(reads).toHaveLength(1))
  getLastSocket().accept()
  const requests = () => [lists.length, rooms.length, syncs.length]
  // What was missed before the connection is read once.
  await waitFor(() => expect(requests()).toEqual([2, 2, 2]))
  const before = requests()
  for (let sequence = 2; sequence <= 100; sequence += 1)
    getLastSocket().receive({ type: 'room_message', message: createRoomMessage(sequence) })
  getLastSocket().receive({
    type: 'room_read',
    roomId: ROOM_ID,
    userId: ADA._id,
    upTo: getMessageId(1),
  })
  await screen.findByText('Note 100')
  await advanceTime(4_000)
  expect([reads.length, ...requests()]).toEqual([1, ...before])
  await advanceTime(1_500)
  await waitFor(() => expect(reads).toHaveLength(2))
  expect(reads[1]?.body).toEqual({ upTo: getMessageId(100) })
  expect(requests()).toEqual(before)
})

test('messages to a room that is not open count in the list without a request, until another tab has read them', async () => {
  const { lists } = mockRoom({}, [createRoomMessage(1)])
  renderMessagesPage()
  const teams = await screen.findByRole('region', { name: 'Teams' })
  getLastSocket().accept()
  await waitFor(() => expect(lists).toHaveLength(2))
  for (const sequence of [2, 3, 3])
    getLastSocket().receive({ type: 'room_message', message: createRoomMessage(sequence) })
  const entry = await within(teams).findByRole('link', { name: /2 unread/ })
  expect(entry.textContent).toContain('bob: Note 3')
  getLastSocket().receive({
    type: 'room_read',
    roomId: ROOM_ID,
    userId: ADA._id,
    upTo: getMessageId(3),
  })
  await waitFor(() => expect(entry.textContent).not.toContain('unread'))
  expect(lists).toHaveLength(2)
})

test('messages of an ignored member make no sound and are not counted', async () => {
  const played = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const { lists } = mockRoom({ ignoredIds: [CARLA._id] }, [createRoomMessage(1)])
  renderMessagesPage()
  const teams = await screen.findByRole('region', { name: 'Teams' })
  getLastSocket().accept()
  await waitFor(() => expect(lists).toHaveLength(2))
  const receive = (sequence: number, sender: typeof CARLA | typeof BOB) =>
    getLastSocket().receive({
      type: 'room_message',
      message: createRoomMessage(sequence, { sender }),
    })
  receive(2, CARLA)
  receive(3, BOB)
  expect(await within(teams).findByRole('link', { name: /1 unread/ })).toBeTruthy()
  await waitFor(() => expect(played).toHaveBeenCalledTimes(1))
})

test('a lively room sounds once in half a minute', async () => {
  const { advanceTime } = installFakeClock()
  const played = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const { lists } = mockRoom({}, [createRoomMessage(1)])
  renderMessagesPage()
  const teams = await screen.findByRole('region', { name: 'Teams' })
  getLastSocket().accept()
  await waitFor(() => expect(lists).toHaveLength(2))
  const receive = async (sequence: number) => {
    getLastSocket().receive({ type: 'room_message', message: createRoomMessage(sequence) })
    await within(teams).findByText(`bob: Note ${sequence}`)
  }
  await receive(2)
  await receive(3)
  await waitFor(() => expect(played).toHaveBeenCalledTimes(1))
  await advanceTime(31_000)
  await receive(4)
  await waitFor(() => expect(played).toHaveBeenCalledTimes(2))
})

test('who has read the newest message of one’s own, as it happens', async () => {
  const positions = [BOB, CARLA].map(({ _id }) => ({ userId: _id, upTo: null, isOnline: false }))
  mockRoom({}, [createRoomMessage(1, { sender: ADA, content: 'Done' })], positions)
  renderMessagesPage(ROOM_PATH)
  await screen.findByText('Done')
  expect(screen.queryByText(/^Read by/)).toBeNull()
  getLastSocket().accept()
  const read = (userId: string, sequence: number) =>
    getLastSocket().receive({
      type: 'room_read',
      roomId: ROOM_ID,
      userId,
      upTo: getMessageId(sequence),
    })
  read(BOB._id, 1)
  expect(await screen.findByText('Read by bob')).toBeTruthy()
  // An older position that arrives late changes nothing.
  read(BOB._id, 0)
  read(CARLA._id, 1)
  expect(await screen.findByText('Read by all')).toBeTruthy()
  const message = createRoomMessage(2, { sender: ADA, content: 'One more' })
  getLastSocket().receive({ type: 'room_message', message })
  await screen.findByText('One more')
  expect(screen.queryByText(/^Read by/)).toBeNull()
})

test('who is typing, and who is online', async () => {
  const positions = [BOB, CARLA].map(({ _id }) => ({ userId: _id, upTo: null, isOnline: true }))
  mockRoom({}, [createRoomMessage(1)], positions)
  renderMessagesPage(ROOM_PATH)
  expect(await screen.findByText('3 people, 2 online')).toBeTruthy()
  getLastSocket().accept()
  const type = (userId: string, isTyping: boolean) =>
    getLastSocket().receive({ type: 'room_typing', roomId: ROOM_ID, userId, isTyping })
  type(BOB._id, true)
  expect(await screen.findByText('bob is typing…')).toBeTruthy()
  type(CARLA._id, true)
  expect(await screen.findByText('Several people are typing…')).toBeTruthy()
  type(BOB._id, false)
  expect(await screen.findByText('carla is typing…')).toBeTruthy()
  const message = createRoomMessage(2, { sender: CARLA, content: 'There' })
  getLastSocket().receive({ type: 'room_message', message })
  await waitFor(() => expect(screen.queryByText(/typing…/)).toBeNull())
})

test.each([
  [10, 1],
  [11, 0],
])('in a room of %i, typing is told %i times', async (memberCount, count) => {
  mockRoom({ memberCount }, [createRoomMessage(1)])
  renderMessagesPage(ROOM_PATH)
  await screen.findByText('Note 1')
  getLastSocket().accept()
  await userEvent.type(screen.getByRole('textbox', { name: 'Message to Restore Friday' }), 'Hi')
  expect(getLastSocket().sentOfType('room_typing')).toHaveLength(count)
})

test('a block folds messages at once', async () => {
  mockRoom({}, [createRoomMessage(1, { content: 'Unseen' })])
  renderMessagesPage(ROOM_PATH)
  expect(await screen.findByText('Unseen')).toBeTruthy()
  getLastSocket().accept()
  mockRoom({ ignoredIds: [BOB._id] }, [createRoomMessage(1, { content: 'Unseen' })])
  const data = { isBlocked: true, isMuted: false, canMessage: false }
  mockReply(readRelation, { success: true, data })
  getLastSocket().receive({ type: 'relation_changed', userId: BOB._id })
  expect(await screen.findByRole('button', { name: 'Show' })).toBeTruthy()
  expect(screen.queryByText('Unseen')).toBeNull()
})

test('a member who was removed while the event was lost sees at the next sync that the room is closed to them', async () => {
  const { advanceTime } = installFakeClock()
  mockRoom({}, [createRoomMessage(1)])
  renderMessagesPage(ROOM_PATH)
  await screen.findByText('Note 1')
  mockRefusal(syncRoom, 404, { code: 'not-found', message: ROOM_NOT_FOUND })
  await advanceTime(11_000)
  expect(await screen.findByText(ROOM_NOT_FOUND)).toBeTruthy()
  expect(screen.queryByText('Note 1')).toBeNull()
})

test('a room that was closed while the event was lost is closed within half a minute', async () => {
  const { advanceTime } = installFakeClock()
  mockRoom({}, [createRoomMessage(1)])
  renderMessagesPage(ROOM_PATH)
  await screen.findByText('Note 1')
  mockRoom({ state: 'closed', post: null }, [createRoomMessage(1)])
  await advanceTime(31_000)
  expect(await screen.findByText(/The project was deleted/)).toBeTruthy()
})

test('a member who left and came back reads all of what the history opens, without a gap', async () => {
  const opened = createRoomMessage(1, {
    sender: BOB,
    content: 'history-opened',
    line: 'history-opened',
  })
  mockRoom({}, [createRoomMessage(3)])
  renderMessagesPage(ROOM_PATH)
  await screen.findByText('Note 3')
  getLastSocket().accept()
  mockReply(syncRoom, {
    messages: [opened, createRoomMessage(2), createRoomMessage(4)],
    syncTime: getTimestamp(4),
    hasMore: false,
    from: getMessageId(0),
    positions: [],
  })
  getLastSocket().receive({ type: 'room_changed', roomId: ROOM_ID })
  expect(await screen.findByText('Note 2')).toBeTruthy()
  expect(screen.queryByText('Note 3')).toBeNull()
  expect(screen.getByText('Earlier messages are not shown.')).toBeTruthy()
})

test('a member who joined sees that their messages begin there', async () => {
  mockRoom()
  mockReply(syncRoom, {
    messages: [createRoomMessage(5, { sender: ADA, content: 'joined', line: 'joined' })],
    syncTime: getTimestamp(5),
    hasMore: false,
    from: getMessageId(4),
    positions: [],
  })
  renderMessagesPage(ROOM_PATH)
  expect(await screen.findByText('You joined here. Earlier messages are not shown.')).toBeTruthy()
})

test('a member leaves the team from its room, and the author cannot', async () => {
  const members = [
    createRoomMember(BOB, { isAuthor: true, role: null }),
    createRoomMember(ADA),
    createRoomMember(CARLA),
  ]
  mockRoom({ members, isOwner: false })
  const left = mockReply(leaveTeam, { success: true, data: [] })
  renderMessagesPage(ROOM_PATH)
  await userEvent.click(await screen.findByRole('button', { name: 'People and settings' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave team' }))
  expect(await screen.findByText(/Your messages stay with the team/)).toBeTruthy()
  const [, confirm] = screen.getAllByRole('button', { name: 'Leave team', hidden: true })
  await userEvent.click(confirm ?? document.body)
  await waitFor(() => expect(left).toHaveLength(1))
  expect(await screen.findByText('You have left the team.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Team Restore Friday' })).toBeNull()
})

test('a room is searched, by whom each match was written is named, and matches of ignored members are left out', async () => {
  mockRoom({ ignoredIds: [CARLA._id] }, [createRoomMessage(1, { content: 'The tide turns' })])
  mockReply(searchRoom, {
    success: true,
    messages: [
      createRoomMessage(2, { sender: CARLA, content: 'Tide of noise' }),
      createRoomMessage(1, { content: 'The tide turns' }),
    ],
    next: null,
  })
  renderMessagesPage(ROOM_PATH)
  await screen.findByText('The tide turns')
  await userEvent.click(screen.getByRole('button', { name: 'Search in conversation' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search in conversation' }), 'tide')
  const matches = await screen.findByRole('list', { name: 'Matches' })
  const [match, ...others] = within(matches).getAllByRole('button')
  expect(match?.textContent).toContain('bob')
  expect(others).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('1 of 1')).toBeTruthy()
})
