import { searchMessages } from '@dolph/contract/messaging'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startMessagingApp, type MessagingMember } from '../../testing/start-messaging-app.ts'

function searchConversation(
  who: MessagingMember,
  peer: { id: string },
  q: string,
  before?: string,
) {
  const querystring = { conversationWith: peer.id, q, ...(before !== undefined && { before }) }
  return who.call(searchMessages, { querystring })
}

test('what was said is found by a part of it, in any case, the newest first', async () => {
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

test('nobody finds what others said, or what they took away themselves', async () => {
  await using api = await startMessagingApp()
  const { ada, bob, carla } = api
  await ada.sendMessage(bob, 'between us')
  expect((await searchConversation(carla, ada, 'between')).messages).toEqual([])
  expect((await searchConversation(carla, bob, 'between')).messages).toEqual([])

  await bob.deleteConversation(ada)
  expect((await searchConversation(bob, ada, 'between')).messages).toEqual([])
  expect((await searchConversation(ada, bob, 'between')).messages).toHaveLength(1)
})

test('a long history is looked through part by part, and each part to its end', async () => {
  await using api = await startMessagingApp()
  const { ada, bob } = api
  await ada.sendMessage(bob, 'needle at the very beginning')
  const kept = await api.db.selectFrom('conversations').select('id').executeTakeFirstOrThrow()
  await sql`
    insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
    select id_in_shard(shard_of(${kept.id}), at), shard_of(${kept.id}), ${kept.id}, ${ada.id},
      case when n % 100 = 0 then 'needle ' || n else 'hay ' || n end, at
    from generate_series(1, 6000) as n, lateral (select now() + n * interval '1 millisecond' as at) as later
  `.execute(api.db)

  const found: string[] = []
  let before: string | undefined
  let calls = 0
  do {
    const { messages, next } = await searchConversation(bob, ada, 'needle', before)
    found.push(...messages.map(({ content }) => content))
    before = next ?? undefined
    calls += 1
  } while (before !== undefined)

  expect(found).toHaveLength(61)
  expect(found[0]).toBe('needle 6000')
  expect(found.at(-1)).toBe('needle at the very beginning')
  expect(calls).toBeLessThan(5)
})
