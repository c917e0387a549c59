import { expect, test } from 'vitest'
import { findLeaks, findMissingInRooms, type RoomRow } from './room-checks.ts'
import { SimulatedRooms } from './simulated-rooms.ts'

const TEAM = { postId: 'post', authorId: 'ada', roomId: 'room' }

/** Bob joins, leaves and returns; a message was sent each time. */
const ROWS: RoomRow[] = [
  { ...createRow('1', 'bob'), line: 'joined' },
  createRow('2'),
  { ...createRow('3', 'bob'), line: 'left' },
  createRow('4'),
  { ...createRow('5', 'bob'), line: 'joined' },
  createRow('6'),
]

test('a message that reached a member who had left is a leak, one from before is none', () => {
  const clients = new Map([
    ['ada', createClient('1', '2', '3', '4', '5', '6')],
    ['bob', createClient('1', '2', '5', '6')],
  ])
  expect(findLeaks(ROWS, [TEAM], clients)).toEqual([])
  clients.set('bob', createClient('2', '4'))
  expect(findLeaks(ROWS, [TEAM], clients)).toEqual([expect.stringContaining(`'message 4'`)])
})

test('a message that reached a member and is not stored is a leak', () => {
  const clients = new Map([['ada', createClient('7')]])
  expect(findLeaks(ROWS, [TEAM], clients)).toEqual([expect.stringContaining('is not stored')])
})

test('a member who returned misses what was sent since, and nothing else', () => {
  const places = [{ roomId: 'room', memberId: 'bob', fromId: '4' }]
  const clients = new Map([['bob', createClient('2')]])
  expect(findMissingInRooms(ROWS, places, clients)).toEqual([
    `'message 6' of room room has not reached member bob`,
  ])
  clients.set('bob', createClient('6'))
  expect(findMissingInRooms(ROWS, places, clients)).toEqual([])
})

function createRow(id: string, senderId = 'ada'): RoomRow {
  return { id, roomId: 'room', senderId, content: `message ${id}`, line: null }
}

function createClient(...ids: string[]) {
  const rooms = new SimulatedRooms({ url: '', cookie: '', csrf: '' })
  for (const id of ids) rooms.receive({ _id: id, room: 'room', content: `message ${id}` })
  return { rooms }
}
