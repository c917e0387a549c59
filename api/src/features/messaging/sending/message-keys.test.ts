import { randomUUID } from 'node:crypto'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture } from '../../../testing/fixtures.ts'
import { startMessagingApp } from '../../../testing/start-messaging-app.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { insertMessage } from './insert-message.ts'
import { deleteExpiredMessageKeys, deleteMessageKeys } from './message-keys.ts'

describe('the key of a message', () => {
  test('is kept for thirty days and gone after sixty, on every day of a period', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    for (const day of [0, 0.5, 15, 29.5]) {
      const at = sql`to_timestamp(${day * 86_400} + 700 * 2592000)`
      await db.deleteFrom('recent_message_keys').execute()
      await sql`
        insert into recent_message_keys (sender_id, temp_id, slot, message_id)
        select gen_random_uuid(), age, message_key_slot(${at} - make_interval(days => age)), gen_random_uuid()
        from unnest(array[0, 1, 29, 30, 60, 61, 75]) as age
      `.execute(db)

      await sql`select delete_expired_message_keys(${at})`.execute(db)

      expect(await listTempIds(db)).toEqual(['0', '1', '29', '30'])
    }
  })

  test('makes a repeated send the same message in the next period, and a new message after it has expired', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const send = await createSender(db)
    const first = await send()

    await moveKeys(db, 1)
    await deleteExpiredMessageKeys(db)
    const repeated = await send()
    await moveKeys(db, 1)
    await deleteExpiredMessageKeys(db)
    const afterExpiry = await send()

    expect(repeated).toEqual({ ...first, status: 'repeated' })
    expect(afterExpiry.status).toBe('sent')
    expect(afterExpiry._id).not.toBe(first._id)
  })

  test('used for two members at once is one message and one conflict, which starts no conversation', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, carla, db } = api
    for (let round = 0; round < 5; round += 1) {
      const tempId = `temp-${randomUUID()}`
      const replies = await Promise.all(
        [bob, carla].map(({ id: recipientId }) =>
          ada.send(sendMessage, { body: { recipientId, content: 'Hello', tempId } }),
        ),
      )
      expect(replies.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '409'])
      expect(await db.selectFrom('conversations').select('id').execute()).toHaveLength(1)
      await db.deleteFrom('messages').execute()
      await db.deleteFrom('conversation_sides').execute()
      await db.deleteFrom('conversations').execute()
    }
  })

  test('is deleted with its sender, wherever it is, and no other is', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const [ada, bob] = [randomUUID(), randomUUID()]
    await sql`
      insert into recent_message_keys (sender_id, temp_id, slot, message_id)
      select sender_id, 'recent ' || n, n % 4, gen_random_uuid()
      from generate_series(1, 1200) as n, unnest(array[${ada}, ${bob}]::uuid[]) as sender_id
    `.execute(db)

    while ((await deleteMessageKeys(db, ada)) > 0);

    const { rows } = await sql`
      select sender_id as sender, count(*) from recent_message_keys group by 1
    `.execute(db)
    expect(rows).toEqual([{ sender: bob, count: 1_200 }])
  })
})

/** Sends a message of two new members, each time with the same key. */
async function createSender(db: Database) {
  const [memberId, peerId] = [
    await createMemberFixture(db, 'ada'),
    await createMemberFixture(db, 'bob'),
  ]
  const tempId = `temp-${randomUUID()}`
  return (content = 'Hello') =>
    insertMessage(db, { memberId, peerId, content, tempId, mayStartConversation: true })
}

/** As if that many periods of thirty days had passed since the keys were made. */
async function moveKeys(db: Database, periods: number): Promise<void> {
  await sql`update recent_message_keys set slot = (slot + 4 - ${periods}::integer) % 4`.execute(db)
}

async function listTempIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('recent_message_keys').select('temp_id').execute()
  return rows.map(({ temp_id }) => temp_id).toSorted((a, b) => Number(a) - Number(b))
}
