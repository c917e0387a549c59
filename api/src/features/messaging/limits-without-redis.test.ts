import { randomUUID } from 'node:crypto'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import { expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'

const FIRST_CONTACTS_AN_HOUR = 20
const SLOW_DOWN = 'Too many requests. Please slow down.'

test('without Redis, messages over HTTP and over a socket share one limit', async () => {
  const withoutRedis = { REDIS_URL: 'redis://127.0.0.1:1' }
  await using api = await startMessagingApp(withoutRedis, { isListening: true })
  const { ada, bob } = api
  await using socket = await openAuthenticatedSocket(api, ada)
  for (let index = 0; index < FIRST_CONTACTS_AN_HOUR; index += 1) {
    const id = await createMemberFixture(api.db, `member-${index}`)
    const reply = await ada.send(sendMessage, { body: { recipientId: id, content: 'Hello' } })
    expect(reply.statusCode).toBe(201)
  }

  const sendBySocket = async () => {
    const tempId = `temp-${randomUUID()}`
    socket.send({ type: 'new_message', recipientId: bob.id, content: 'Hello', tempId })
    const findAnswer = () =>
      socket.events.find((event) => 'tempId' in event && event.tempId === tempId)
    await expect.poll(findAnswer).toBeDefined()
    return findAnswer()
  }
  let answer: ServerEvent | undefined
  // The limit of messages within two seconds is used up as well, and comes first until they have passed.
  await expect
    .poll(async () => (answer = await sendBySocket()), { timeout: 5_000, interval: 200 })
    .not.toMatchObject({ message: SLOW_DOWN })

  expect(answer).toMatchObject({
    code: 'too-many-requests',
    message: 'Too many attempts. Please try again in 60 minutes.',
  })
})
