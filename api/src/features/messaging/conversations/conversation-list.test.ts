import { listRooms } from '@dolph/contract/rooms/rooms'
import { expect, test } from 'vitest'
import { startRoomsApp } from '../../rooms/testing/start-rooms-app.ts'

const ROUNDS = 60

test('what a list says of each conversation and of all together is of the same moment', async () => {
  await using app = await startRoomsApp()
  const { ada, bob, carla } = app
  const { roomId } = await app.createTeam(ada, bob, carla)
  for (let round = 0; round < ROUNDS; round += 1) {
    const [conversations, rooms] = await Promise.all([
      ada.listConversations(),
      ada.call(listRooms, { querystring: {} }),
      bob.sendMessage(ada, `Message ${round}`),
      app.send(carla, roomId, `Message ${round}`),
    ])
    for (const { data, unreadCount } of [conversations, rooms])
      expect([round, unreadCount]).toEqual([round, sum(data)])
  }
})

function sum(listed: readonly { unreadCount: number }[]): number {
  return listed.reduce((total, { unreadCount }) => total + unreadCount, 0)
}
