import { randomUUID } from 'node:crypto'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { sendMessage, type Message } from '@dolph/contract/messaging/messaging'
import { expect, test } from 'vitest'
import { startMessagingApp } from '../../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket } from '../../../testing/sockets/test-socket.ts'
import { startApp } from '../../../testing/start-app.ts'
import { chooseSize } from '../../../testing/test-size.ts'

const RELAXED = { LIMITS: 'relaxed' }
const LISTENING = { isListening: true }
const ROUNDS = chooseSize({ short: 20, long: 200 })
const CONCURRENCY = 50
const HTTP_SENDS = 10

test('fifty sends with one tempId, over two processes, sockets and HTTP, are one message', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  await using other = await startApp({ shareWith: api, env: RELAXED, ...LISTENING })
  const { ada, bob, db } = api
  await using socket = await openAuthenticatedSocket(api, ada)
  await using otherSocket = await openAuthenticatedSocket(other, ada)
  const sockets = [socket, otherSocket]
  const { token } = (await ada.request('GET', getCsrfToken.url)).json<{ token: string }>()

  async function sendOverHttp(draft: object): Promise<Message> {
    const reply = await ada.request('POST', sendMessage.url, {
      body: draft,
      headers: { 'x-csrf-token': token },
    })
    expect(reply.statusCode).toBe(201)
    return reply.json<Message>()
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const draft = { recipientId: bob.id, content: `round ${round}`, tempId: `temp-${randomUUID()}` }
    const isSent = ({ tempId }: { tempId?: string | undefined }) => tempId === draft.tempId
    for (let index = HTTP_SENDS; index < CONCURRENCY; index += 1) {
      sockets[index % 2]?.send({ type: 'new_message', ...draft })
    }
    const replies = await Promise.all(Array.from({ length: HTTP_SENDS }, () => sendOverHttp(draft)))
    for (const receiver of sockets) {
      // Each socket receives an event for every send.
      for (let index = 0; index < CONCURRENCY; index += 1) {
        replies.push((await receiver.nextEvent('new_message', isSent)).message)
      }
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  }
  const rows = await db.selectFrom('messages').select('id').execute()
  expect(rows).toHaveLength(ROUNDS)
}, 90_000)
