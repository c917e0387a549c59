import * as contract from '@dolph/contract/messaging/message-changes'
import {
  markConversationRead,
  searchMessages,
  type Message,
} from '@dolph/contract/messaging/messaging'
import { MESSAGE_DELETED } from '@dolph/contract/messaging/revisions'
import { blockMember, CANNOT_MESSAGE, unblockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openAuthenticatedSocket } from '../../../testing/sockets/test-socket.ts'
import {
  startMessagingApp,
  type MessagingApp,
  type MessagingMember,
} from '../../../testing/start-messaging-app.ts'
import { chooseSize } from '../../../testing/test-size.ts'
import { deleteOldVersions } from './delete-old-versions.ts'

const TEMP_ID = 'temp-1700000000-abc'
const STEPS = chooseSize({ short: 150, long: 2_000 })

let api: MessagingApp
beforeEach(async () => {
  api = await startMessagingApp({ LIMITS: 'relaxed' }, { isListening: true })
  return () => api[Symbol.asyncDispose]()
})

const edit = async (member: MessagingMember, id: string, content: string) =>
  member.call(contract.editMessage, { params: { id }, body: { content } })
const remove = async (member: MessagingMember, id: string) =>
  member.call(contract.deleteMessage, { params: { id } })
const react = async (member: MessagingMember, id: string, kind: 'up' | 'heart') =>
  member.call(contract.addReaction, { params: { id, kind } })

/** The status and text of a refusal. */
async function readRefusal(reply: ReturnType<MessagingMember['send']>) {
  const { statusCode, json } = await reply
  return [statusCode, json().message]
}

describe('a message that is edited', () => {
  test('has its new text everywhere, and says that it was edited', async () => {
    const { ada, bob } = api
    await using socket = await openAuthenticatedSocket(api, bob)
    const sent = await ada.sendMessage(bob, 'Fryday')
    const { syncTime } = await bob.syncMessages(ada)
    const edited = await edit(ada, sent._id, 'Friday')

    expect(edited).toEqual({
      ...sent,
      content: 'Friday',
      editedAt: edited.editedAt,
      revisedAt: edited.editedAt,
    })
    expect(await socket.nextEvent('message_changed')).toEqual({
      type: 'message_changed',
      message: edited,
    })
    expect(await bob.listMessages(ada)).toEqual([edited])
    expect((await bob.syncMessages(ada, syncTime)).messages).toEqual([edited])
    expect((await bob.listConversations()).data).toMatchObject([
      { lastMessage: { content: 'Friday' }, unreadCount: 1 },
    ])
    const query = { conversationWith: ada.id, q: 'fryday' }
    expect((await bob.call(searchMessages, { querystring: query })).messages).toEqual([])
  })

  test('comes to a socket that asks what it missed', async () => {
    const { ada, bob } = api
    const sent = await ada.sendMessage(bob, 'Fryday')
    const { syncTime } = await bob.syncMessages(ada)
    const message = await edit(ada, sent._id, 'Friday')
    await using socket = await openAuthenticatedSocket(api, bob)
    socket.send({ type: 'sync_request', conversationWith: ada.id, lastSyncTime: syncTime })
    expect(await socket.nextEvent('message_changed')).toEqual({ type: 'message_changed', message })
  })

  test('is edited by its sender alone, for a day', async () => {
    const { ada, bob, carla, db } = api
    const { _id: id } = await ada.sendMessage(bob, 'Mine')
    const body = { content: 'Theirs' }
    const attempt = (member: MessagingMember) =>
      readRefusal(member.send(contract.editMessage, { params: { id }, body }))
    expect(await attempt(bob)).toEqual([403, contract.NOT_YOUR_MESSAGE])
    expect(await attempt(carla)).toEqual([404, contract.MESSAGE_NOT_FOUND])

    const { rows } = await sql<{ id: string }>`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard, now() - interval '25 hours'), shard, conversation_id, sender_id, 'Old', now() - interval '25 hours'
      from messages where id = ${id} returning id`.execute(db)
    const old = { params: { id: rows[0]?.id ?? '' }, body }
    expect(await readRefusal(ada.send(contract.editMessage, old))).toEqual([
      409,
      contract.MESSAGE_TOO_OLD,
    ])
  })

  test('stays as it is between members with a block, but can be deleted', async () => {
    const { ada, bob } = api
    const { _id: id } = await ada.sendMessage(bob, 'Before')
    await bob.call(blockMember, { params: { id: ada.id } })
    const refusals = await Promise.all([
      readRefusal(ada.send(contract.editMessage, { params: { id }, body: { content: 'After' } })),
      readRefusal(bob.send(contract.addReaction, { params: { id, kind: 'down' } })),
    ])
    expect(refusals).toEqual([
      [403, CANNOT_MESSAGE],
      [403, CANNOT_MESSAGE],
    ])
    expect(await remove(ada, id)).toMatchObject({ content: MESSAGE_DELETED })
    await bob.call(unblockMember, { params: { id: ada.id } })
  })

  test('answers a send that is repeated after it', async () => {
    const { ada, bob } = api
    const sent = await ada.sendMessage(bob, 'Fryday', TEMP_ID)
    const edited = await edit(ada, sent._id, 'Friday')
    expect(await ada.sendMessage(bob, 'Fryday', TEMP_ID)).toEqual(edited)
    const deleted = await remove(ada, sent._id)
    expect(await ada.sendMessage(bob, 'Fryday', TEMP_ID)).toEqual(deleted)
    expect(await ada.listMessages(bob)).toHaveLength(1)
  })
})

describe('a message that is deleted', () => {
  test('leaves its place, without text, reactions and unread number', async () => {
    const { ada, bob, db } = api
    const first = await ada.sendMessage(bob, 'Wrong person')
    await ada.sendMessage(bob, 'Hello')
    await react(bob, first._id, 'up')
    const deleted = await remove(ada, first._id)
    expect(deleted).toMatchObject({ content: MESSAGE_DELETED, deletedBy: 'sender' })
    expect(deleted.reactions).toBeUndefined()
    expect((await bob.listConversations()).data).toMatchObject([{ unreadCount: 1 }])
    expect(await remove(ada, first._id)).toEqual(deleted)

    await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })
    expect((await bob.listConversations()).data).toMatchObject([{ unreadCount: 0 }])
    const erased = await sql`select subject from erasures where kind = 'message'`.execute(db)
    expect(erased.rows).toEqual([{ subject: first._id }])
  })

  test('can be neither edited nor reacted to, and only its sender deletes it', async () => {
    const { ada, bob } = api
    const { _id: id } = await ada.sendMessage(bob, 'Gone')
    expect(await readRefusal(bob.send(contract.deleteMessage, { params: { id } }))).toEqual([
      403,
      contract.NOT_YOUR_MESSAGE,
    ])
    await remove(ada, id)
    const body = { content: 'Back' }
    for (const reply of [
      ada.send(contract.editMessage, { params: { id }, body }),
      bob.send(contract.addReaction, { params: { id, kind: 'up' } }),
    ])
      expect(await readRefusal(reply)).toEqual([409, contract.MESSAGE_FINAL])
  })

  test('is not found by those who have cleared the conversation', async () => {
    const { ada, bob } = api
    const { _id: id } = await ada.sendMessage(bob, 'Cleared')
    await ada.deleteConversation(bob)
    expect(await readRefusal(ada.send(contract.deleteMessage, { params: { id } }))).toEqual([
      404,
      contract.MESSAGE_NOT_FOUND,
    ])
  })

  test('keeps what it said for a week, for reports alone', async () => {
    const { ada, bob, db } = api
    const { _id: id } = await ada.sendMessage(bob, 'One')
    await edit(ada, id, 'Two')
    await remove(ada, id)
    const readVersions = async () => {
      const { rows } = await sql<{ content: string }>`
        select content from message_versions where message_id = ${id} order by replaced_at`.execute(
        db,
      )
      return rows.map(({ content }) => content)
    }
    expect(await readVersions()).toEqual(['One', 'Two'])
    await deleteOldVersions(db)
    expect(await readVersions()).toEqual(['One', 'Two'])
    await sql`update message_versions set replaced_at = replaced_at - interval '8 days' where content = 'One'`.execute(
      db,
    )
    await deleteOldVersions(db)
    expect(await readVersions()).toEqual(['Two'])
  })
})

test('reactions are counted once for each member and kind, and can be taken back', async () => {
  const { ada, bob } = api
  await using socket = await openAuthenticatedSocket(api, ada)
  const { _id: id } = await ada.sendMessage(bob, 'Shipped')
  await react(bob, id, 'up')
  expect(await socket.nextEvent('message_changed')).toMatchObject({
    message: { reactions: { up: [bob.id] } },
  })
  await react(bob, id, 'up')
  await react(bob, id, 'heart')
  const both = await react(ada, id, 'up')
  expect(both.reactions).toEqual({ up: [ada.id, bob.id].toSorted(), heart: [bob.id] })
  const fewer = await bob.call(contract.removeReaction, { params: { id, kind: 'up' } })
  expect(fewer.reactions).toEqual({ up: [ada.id], heart: [bob.id] })
})

test('whatever is sent, read, edited, deleted and cleared, the unread number is what a recount finds', async () => {
  const { ada, bob, db } = api
  const sent: Message[] = []
  const pick = createRandom(5)
  for (let step = 0; step < STEPS; step += 1) {
    const [member, peer] = pick([
      [ada, bob],
      [bob, ada],
    ] as const)
    const action = pick([
      'send',
      'send',
      'send',
      'edit',
      'delete',
      'react',
      'read',
      'clear',
    ] as const)
    const message = sent.length > 0 ? pick(sent) : undefined
    if (action === 'send') sent.push(await member.sendMessage(peer, `Message ${step}`))
    else if (action === 'read')
      await member.call(markConversationRead, {
        params: { userId: peer.id },
        body: { ...(message && { upTo: message._id }) },
      })
    else if (action === 'clear') await (step % 5 === 0 && member.deleteConversation(peer))
    else if (message) {
      const params = { id: message._id }
      // Refused for messages of the other, deleted ones and those that were cleared.
      if (action === 'edit')
        await member.send(contract.editMessage, { params, body: { content: `Edit ${step}` } })
      if (action === 'delete') await member.send(contract.deleteMessage, { params })
      if (action === 'react')
        await member.send(contract.addReaction, { params: { ...params, kind: 'eyes' } })
    }
    if (step % 10 > 0) continue
    const { rows } = await sql<{ unread: number; counted: number }>`
      select unread, (
        select count(*)::integer from messages
        where conversation_id = side.conversation_id and sender_id = peer_id and read_at is null
          and (cleared_id is null or id > cleared_id)) as counted
      from conversation_sides as side`.execute(db)
    for (const { unread, counted } of rows) expect([step, unread]).toEqual([step, counted])
  }
})

function createRandom(seed: number) {
  let state = seed
  return <T>(values: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    // This cast is safe: the index is within the list.
    return values[Math.floor((state / 2 ** 31) * values.length)] as T
  }
}
