import { randomUUID } from 'node:crypto'
import { getCsrfToken } from '@dolph/contract/accounts'
import { sendMessage, type Message } from '@dolph/contract/messaging'
import { expect, test } from 'vitest'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket } from '../../testing/test-socket.ts'
import { startApp } from '../../testing/start-app.ts'

const RELAXED = { LIMITS: 'relaxed' }
const LISTENING = { isListening: true }
const ROUNDS = 60
const CONCURRENCY = 50
const HTTP_SENDS = 10

test('fifty sends of one name, over two processes, sockets and HTTP, are one message', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  await using other = await startApp({ shareWith: api, env: RELAXED, ...LISTENING })
  const { ada, bob, db } = api
  await using here = await openAuthenticatedSocket(api, ada)
  await using there = await openAuthenticatedSocket(other, ada)
  const sockets = [here, there]
  const { token } = (await ada.request('GET', getCsrfToken.url)).json<{ token: string }>()

  async function byHttp(draft: object): Promise<Message> {
    const reply = await ada.request('POST', sendMessage.url, {
      body: draft,
      headers: { 'x-csrf-token': token },
    })
    expect(reply.statusCode).toBe(201)
    return reply.json<Message>()
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const draft = { recipientId: bob.id, content: `round ${round}`, tempId: `temp-${randomUUID()}` }
    const isIt = ({ tempId }: { tempId?: string | undefined }) => tempId === draft.tempId
    for (let nth = HTTP_SENDS; nth < CONCURRENCY; nth += 1) {
      sockets[nth % 2]?.send({ type: 'new_message', ...draft })
    }
    const replies = await Promise.all(Array.from({ length: HTTP_SENDS }, () => byHttp(draft)))
    for (const socket of sockets) {
      // Each hears of every send, its own and the others.
      for (let nth = 0; nth < CONCURRENCY; nth += 1) {
        replies.push((await socket.nextEvent('new_message', isIt)).message)
      }
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  }
  const kept = await db.selectFrom('messages').select('id').execute()
  expect(kept).toHaveLength(ROUNDS)
}, 90_000)
