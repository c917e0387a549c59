import { sendMessage } from '@dolph/contract/messaging/messaging'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'

/**
 * Statement canceled; insufficient resources in general, disk full, out of memory, a configured limit reached; I/O error,
 * serialization failure, deadlock, lock not available.
 */
const TRANSIENT = ['57014', '53000', '53100', '53200', '53400', '58030', '40001', '40P01', '55P03']
const BUG = '22012'

test('a database that is full, out of memory or too slow answers 503 with Retry-After, by the socket too', async () => {
  await using api = await startMessagingApp(undefined, { isListening: true })
  const { ada, bob, db } = api
  await ada.sendMessage(bob, 'The conversation')
  await sql`
    create function fail_with_content() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = new.content;
    end $$`.execute(db)
  await sql`create trigger fail before insert on messages
    for each row execute function fail_with_content()`.execute(db)
  await using socket = await openAuthenticatedSocket(api, ada)
  const failOverHttp = (state: string) =>
    ada.send(sendMessage, { body: { recipientId: bob.id, content: state } })
  const failOverSocket = async (state: string) => {
    socket.send({ type: 'new_message', recipientId: bob.id, content: state })
    return socket.nextEvent('error')
  }

  for (const state of TRANSIENT) {
    const reply = await failOverHttp(state)
    expect([state, reply.statusCode]).toEqual([state, 503])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(await failOverSocket(state)).toMatchObject({ code: 'unavailable' })
  }
  expect((await failOverHttp(BUG)).statusCode).toBe(500)
  expect(await failOverSocket(BUG)).toMatchObject({ code: 'internal' })
})
