import type { Client } from 'pg'
import { copyRows } from './copy-rows.ts'
import { runWithoutIndexes } from './run-without-indexes.ts'
import { generateMessageRows } from './message-rows.ts'
import { timeStep } from './time-step.ts'

const YEAR_MS = 365 * 24 * 3_600_000
const MESSAGES_PER_CONVERSATION = 12.5

/** Replaces all conversations and messages with generated ones among the loaded members. */
export async function loadMessages(client: Client, messages: number): Promise<void> {
  const conversations = Math.ceil(messages / MESSAGES_PER_CONVERSATION)
  const end = Date.now()
  const rows = generateMessageRows(
    await readMemberIds(client),
    { messages, conversations },
    { start: end - 2 * YEAR_MS, end },
  )
  // One transaction: an interrupted load keeps the previous rows and indexes.
  await client.query('begin')
  await client.query('truncate messages, recent_message_keys, conversations, conversation_sides')
  await runWithoutIndexes(client, ['messages', 'conversation_sides'], async () => {
    await timeStep('messages', () =>
      copyRows(
        client,
        'messages (id, shard, conversation_id, sender_id, content, delivered_at, read_at, changed_at)',
        rows.messages(),
      ),
    )
    await timeStep('conversations', () =>
      copyRows(client, 'conversations (id, low_id, high_id, last_stamp)', rows.conversations()),
    )
    await timeStep('sides', () =>
      copyRows(
        client,
        'conversation_sides (member_id, peer_id, conversation_id, last_message_id, unread, read_id)',
        rows.sides(),
      ),
    )
    await timeStep('message keys', () =>
      client.query(`
        insert into recent_message_keys (sender_id, temp_id, slot, message_id)
        select sender_id, 'temp-' || gen_random_uuid(), message_key_slot(created_at), id from messages
        where id > uuid_v7(now() - interval '60 days')`),
    )
  })
  await timeStep('commit', () => client.query('commit'))
}

async function readMemberIds(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from members where username like 'member\\_%' order by id`,
  )
  if (rows.length === 0)
    throw new Error('The bench database has no members: run pnpm bench:load first')
  return rows.map(({ id }) => id)
}
