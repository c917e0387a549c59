import { searchMessages } from '@dolph/contract/messaging/messaging'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startMessagingApp, type MessagingMember } from '../../../testing/start-messaging-app.ts'

function searchConversation(
  member: MessagingMember,
  peer: { id: string },
  q: string,
  before?: string,
) {
  const querystring = { conversationWith: peer.id, q, ...(before !== undefined && { before }) }
  return member.call(searchMessages, { querystring })
}

test('messages are found by a part of their text in any case, newest first', async () => {
  await using api = await startMessagingApp()
  const { ada, bob } = api
  await ada.sendMessage(bob, 'The Tide is high')
  await bob.sendMessage(ada, '100% of 50_000 \\ tides')
  await ada.sendMessage(bob, 'Nothing of the kind')

  const { messages, next } = await searchConversation(bob, ada, 'tIdE')

  expect(messages.map(({ content }) => content)).toEqual([
    '100% of 50_000 \\ tides',
    'The Tide is high',
  ])
  expect(next).toBeNull()
  expect((await searchConversation(ada, bob, '0%')).messages).toHaveLength(1)
  expect((await searchConversation(ada, bob, '%%')).messages).toEqual([])
  expect((await searchConversation(ada, bob, '_1')).messages).toEqual([])
})

test('a search finds neither the messages of others nor deleted ones', async () => {
  await using api = await startMessagingApp()
  const { ada, bob, carla } = api
  await ada.sendMessage(bob, 'between us')
  expect((await searchConversation(carla, ada, 'between')).messages).toEqual([])
  expect((await searchConversation(carla, bob, 'between')).messages).toEqual([])

  await bob.deleteConversation(ada)
  expect((await searchConversation(bob, ada, 'between')).messages).toEqual([])
  expect((await searchConversation(ada, bob, 'between')).messages).toHaveLength(1)
})

test('a long conversation is searched part by part, without gaps', async () => {
  await using api = await startMessagingApp()
  const { ada, bob } = api
  await ada.sendMessage(bob, 'needle at the very beginning')
  const conversation = await api.db
    .selectFrom('conversations')
    .select('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
    select id_in_shard(shard_of(${conversation.id}), at), shard_of(${conversation.id}), ${conversation.id}, ${ada.id},
      case when n % 100 = 0 then 'needle ' || n else 'hay ' || n end, at
    from generate_series(1, 6000) as n, lateral (select now() + n * interval '1 millisecond' as at) as later
  `.execute(api.db)

  const matches: string[] = []
  let before: string | undefined
  let calls = 0
  do {
    const { messages, next } = await searchConversation(bob, ada, 'needle', before)
    matches.push(...messages.map(({ content }) => content))
    before = next ?? undefined
    calls += 1
  } while (before !== undefined)

  expect(matches).toHaveLength(61)
  expect(matches[0]).toBe('needle 6000')
  expect(matches.at(-1)).toBe('needle at the very beginning')
  expect(calls).toBeLessThan(5)
})
