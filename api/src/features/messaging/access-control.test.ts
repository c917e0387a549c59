import * as contract from '@dolph/contract/messaging/messaging'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { workerTasks } from '../../worker-tasks.ts'
import { markDelivered, markRead } from './receipts/receipts.ts'

test('a visitor reads, sends, marks and deletes nothing', async () => {
  await using api = await startMessagingApp()
  const { ada, bob, visitor } = api
  const { _id } = await ada.sendMessage(bob, 'secret')
  const userId = ada.id
  const replies = [
    await visitor.send(contract.listMessages, { querystring: {} }),
    await visitor.send(contract.listConversations, { querystring: {} }),
    await visitor.send(contract.syncMessages, { querystring: { conversationWith: userId } }),
    await visitor.send(contract.searchMessages, {
      querystring: { conversationWith: userId, q: 'secret' },
    }),
    await visitor.send(contract.sendMessage, { body: { recipientId: userId, content: 'x' } }),
    await visitor.send(contract.markMessageRead, { params: { id: _id } }),
    await visitor.send(contract.markConversationRead, { params: { userId }, body: {} }),
    await visitor.send(contract.deleteConversation, { params: { userId } }),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 401))
})

test('a third member sees nothing of a conversation and cannot tell whether it exists', async () => {
  await using api = await startMessagingApp()
  const { ada, bob, carla, db } = api
  const { _id } = await ada.sendMessage(bob, 'secret')
  const before = await ada.listMessages(bob)
  const unknown = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

  expect(await carla.listMessages(ada)).toEqual([])
  expect(await carla.listMessages(bob, _id)).toEqual([])
  expect(await carla.listConversations()).toMatchObject({ data: [], unreadCount: 0 })
  expect((await carla.syncMessages(bob)).messages).toEqual([])
  const reads = [_id, unknown].map((id) => carla.send(contract.markMessageRead, { params: { id } }))
  const [existing, missing] = await Promise.all(reads)
  expect([existing?.statusCode, existing?.json()]).toEqual([missing?.statusCode, missing?.json()])
  expect(existing?.statusCode).toBe(404)
  expect(await markDelivered(db, carla.id, _id)).toBeNull()
  expect(await markRead(db, { memberId: carla.id, peerId: ada.id, upTo: _id })).toEqual([])
  await carla.call(contract.deleteConversation, { params: { userId: ada.id } })

  expect(await ada.listMessages(bob)).toEqual(before)
  expect(await bob.listMessages(ada)).toEqual(before)
})

test('the sender cannot mark their own message as read', async () => {
  await using api = await startMessagingApp()
  const { ada, bob } = api
  const { _id } = await ada.sendMessage(bob, 'Hello')
  const reply = await ada.send(contract.markMessageRead, { params: { id: _id } })
  expect(reply.statusCode).toBe(404)
  expect(await bob.listMessages(ada)).toMatchObject([{ read: false }])
})

test('a deleted member has no name, and their messages stay with the peer', async () => {
  await using api = await startMessagingApp()
  const { ada, bob, db } = api
  await ada.sendMessage(bob, 'Farewell')
  await db.deleteFrom('members').where('id', '=', ada.id).execute()
  expect(await bob.listMessages(ada)).toMatchObject([
    { content: 'Farewell', sender: { _id: ada.id } },
  ])
  const { data } = await bob.listConversations()
  expect(data).toMatchObject([{ peer: { _id: ada.id }, unreadCount: 1 }])
  expect(data[0]?.peer).not.toHaveProperty('userName')
})

test('a conversation is erased when the second of its members is', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const [ada, bob] = [await createMemberFixture(db, 'ada'), await createMemberFixture(db, 'bob')]
  await sql`select insert_message(${ada}, ${bob}, 'Farewell', 'temp-farewell', true)`.execute(db)
  await stack.startWorker(...workerTasks.jobs)
  const erase = async (memberId: string) => {
    const payload = JSON.stringify({ memberId })
    await sql`select graphile_worker.add_job('delete-member', payload => ${payload}::json)`.execute(
      db,
    )
    const remaining = db.selectFrom('members').select('id').where('id', '=', memberId)
    await expect.poll(() => remaining.execute(), { timeout: 10_000 }).toEqual([])
  }
  const countRows = async () => ({
    messages: (await db.selectFrom('messages').selectAll().execute()).length,
    conversations: (await db.selectFrom('conversations').selectAll().execute()).length,
  })
  await erase(ada)
  expect(await countRows()).toEqual({ messages: 1, conversations: 1 })
  await erase(bob)
  expect(await countRows()).toEqual({ messages: 0, conversations: 0 })
})
