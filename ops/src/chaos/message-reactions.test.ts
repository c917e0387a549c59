import { expect, test } from 'vitest'
import { findStale, type RevisedRow } from './message-reactions.ts'
import type { ClientMessage } from './simulated-client.ts'
import { SimulatedRooms } from './simulated-rooms.ts'

const PLACES = [
  { roomId: 'room', memberId: 'ada', fromId: '0' },
  { roomId: 'room', memberId: 'bob', fromId: '2' },
]

test('a client is stale with an earlier version of a message that it reads, and only then', () => {
  const inRoom: RevisedRow = { id: '1', memberIds: null, roomId: 'room', revisedAt: '2026-02' }
  const clients = new Map([
    ['ada', createClient({ _id: '1', revisedAt: '2026-01' })],
    ['bob', createClient()],
  ])
  expect(findStale([inRoom], PLACES, clients)).toEqual([
    'member ada has an earlier version of message 1',
  ])
  clients.get('ada')?.rooms.receive(createCopy({ _id: '1', revisedAt: '2026-02' }))
  clients.get('ada')?.rooms.receive(createCopy({ _id: '1', revisedAt: '2026-01' }))
  expect(findStale([inRoom], PLACES, clients)).toEqual([])
  const between: RevisedRow = { ...inRoom, id: '3', memberIds: ['ada', 'bob'], roomId: 'pair' }
  expect(findStale([between], PLACES, clients)).toHaveLength(2)
})

function createCopy(fields: { _id: string; revisedAt?: string }) {
  return { room: 'room', content: 'Hello', ...fields }
}

function createClient(...copies: { _id: string; revisedAt?: string }[]) {
  const rooms = new SimulatedRooms({ url: '', cookie: '', csrf: '' })
  for (const copy of copies) rooms.receive(createCopy(copy))
  return { rooms, messages: new Map<string, ClientMessage>() }
}
