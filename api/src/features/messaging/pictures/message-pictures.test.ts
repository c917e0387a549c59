import { randomUUID } from 'node:crypto'
import { deleteAccount } from '@dolph/contract/accounts/accounts'
import { deleteMessage, editMessage } from '@dolph/contract/messaging/message-changes'
import { MESSAGE_PICTURE_GONE } from '@dolph/contract/messaging/message-pictures'
import { searchMessages, sendMessage, type Message } from '@dolph/contract/messaging/messaging'
import { changeRoomHistory, sendRoomMessage } from '@dolph/contract/rooms/rooms'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { createMessagePictureFixture } from '../../../testing/pictures/message-picture-fixture.ts'
import {
  extractPictureKey,
  uploadPictureFile,
} from '../../../testing/pictures/upload-picture-file.ts'
import { runJobs } from '../../../testing/run-jobs.ts'
import { PASSWORD } from '../../../testing/sign-up-member.ts'
import { features } from '../../../features.ts'
import { eraseMember } from '../../../privacy/erase-member.ts'
import { startMessagingApp } from '../../../testing/start-messaging-app.ts'
import { deleteUnreadableRooms } from '../../rooms/delete-rooms.ts'
import { startRoomsApp, type RoomsApp } from '../../rooms/testing/start-rooms-app.ts'
import { setMessageHidden } from '../changes/hiding.ts'
import { messageJobs } from '../jobs.ts'
import { deleteOldMessagePictures } from './message-pictures.ts'

type Member = RoomsApp['ada']

let app: RoomsApp
let postId: string
let roomId: string
let png: Buffer
beforeEach(async () => {
  app = await startRoomsApp()
  ;({ postId, roomId } = await app.createTeam(app.ada, app.bob))
  png = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  return () => app[Symbol.asyncDispose]()
})

const upload = async (member: Member) => {
  const reply = await uploadPictureFile(member, png, { kind: 'message' })
  expect(reply.statusCode).toBe(201)
  return reply.json<{ url: string }>().url
}
const toMarkdown = (...urls: string[]) => urls.map((url) => `![A tide](${url})`).join(' ')
const toDraft = (...urls: string[]) => ({
  content: `Look ${toMarkdown(...urls)}`,
  format: 'markdown' as const,
})
const send = async (from: Member, to: Member, ...urls: string[]): Promise<Message> =>
  from.call(sendMessage, { body: { recipientId: to.id, ...toDraft(...urls) } })
const sendToRoom = async (from: Member, ...urls: string[]) =>
  from.call(sendRoomMessage, { params: { id: roomId }, body: toDraft(...urls) })
const read = async (member: Pick<Member, 'request'>, url: string) =>
  (await member.request('GET', url)).statusCode
const remove = async (member: Member, { _id: id }: Pick<Message, '_id'>) =>
  member.call(deleteMessage, { params: { id } })

async function listFiles(url: string): Promise<string[]> {
  return app.files.list(`message-pictures/${extractPictureKey({ body: url })}/`, { limit: 10 })
}

test('only the uploader sees a picture before it is sent, and all readers of the message after that', async () => {
  const { ada, bob, carla, visitor } = app
  const url = await upload(ada)
  expect(await Promise.all([ada, bob, visitor].map((each) => read(each, url)))).toEqual([
    200, 404, 401,
  ])
  await send(ada, bob, url)
  expect(await Promise.all([ada, bob, carla].map((each) => read(each, url)))).toEqual([
    200, 200, 404,
  ])
  const small = url.replace('900x600', '640x427')
  expect(await read(bob, small)).toBe(200)
  for (const wrong of ['512x512.webp', '../900x600.webp', '900x600.webp?x=1', '900x600.png'])
    expect(await read(bob, url.replace('900x600.webp', wrong))).toBe(404)
  expect(await read(app.visitor, url.replace('/api/messages', ''))).toBe(404)
})

test('a browser that has the picture gets a 304 only while its member can read the message', async () => {
  const { ada, bob } = app
  const url = await upload(ada)
  const message = await send(ada, bob, url)
  const { headers, rawPayload } = await bob.request('GET', url)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect((await sharp(rawPayload).metadata()).format).toBe('webp')
  const again = { headers: { 'if-none-match': String(headers['etag']) } }
  expect((await bob.request('GET', url, again)).statusCode).toBe(304)
  await remove(ada, message)
  for (const member of [ada, bob])
    expect((await member.request('GET', url, again)).statusCode).toBe(404)
})

test('a cleared conversation, a hidden and a deleted message refuse their pictures at once', async () => {
  const { ada, bob } = app
  const urls = [await upload(ada), await upload(ada)]
  const message = await send(ada, bob, ...urls)
  const [url = ''] = urls
  await bob.deleteConversation(ada)
  expect([await read(ada, url), await read(bob, url)]).toEqual([200, 404])
  await setMessageHidden(app.db, message._id, true)
  expect(await read(ada, url)).toBe(404)
  await setMessageHidden(app.db, message._id, false)
  expect(await read(ada, url)).toBe(200)
  await remove(ada, message)
  expect(await read(ada, url)).toBe(404)
})

test('a room shows a picture to its present members, and to later ones only with an open history', async () => {
  const { ada, bob, carla } = app
  const early = await upload(ada)
  await sendToRoom(ada, early)
  await app.join(postId, carla)
  expect([await read(bob, early), await read(carla, early)]).toEqual([200, 404])
  await app.leave(postId, bob)
  expect(await read(bob, early)).toBe(404)
  await ada.call(changeRoomHistory, { params: { id: roomId }, body: { isOpen: true } })
  const late = await upload(ada)
  await sendToRoom(ada, late)
  await app.join(postId, bob)
  expect([await read(bob, early), await read(bob, late)]).toEqual([404, 200])
})

test('only stored, unused uploads of the sender are sent; nothing of a refused message stays', async () => {
  const { ada, bob } = app
  const [used, own, notOwn] = [await upload(ada), await upload(ada), await upload(bob)]
  await send(ada, bob, used)
  const unknown = own.replace(/pictures\/[^/]+/, `pictures/${'x'.repeat(43)}`)
  const tooMany = Array.from({ length: 5 }, (_, index) => unknown.replace('xxx', `xx${index}`))
  const sizes = Array.from({ length: 5 }, (_, index) => own.replace(/\d+x/, `${index + 1}x`))
  for (const urls of [[used], [own, notOwn], [unknown], tooMany, sizes]) {
    const toMember = { recipientId: bob.id, ...toDraft(...urls) }
    const toRoom = { params: { id: roomId }, body: toDraft(...urls) }
    for (const reply of [
      await ada.send(sendMessage, { body: toMember }),
      await ada.send(sendRoomMessage, toRoom),
    ])
      expect(reply.statusCode).toBe(400)
  }
  expect(await ada.listMessages(bob)).toHaveLength(1)
  expect(await read(bob, own)).toBe(404)
  // A text that is not sent as Markdown shows no picture, and takes none.
  const plain = { recipientId: bob.id, content: toMarkdown(own) }
  await ada.call(sendMessage, { body: plain })
  expect(await read(bob, own)).toBe(404)
  await sendToRoom(ada, own)
  expect(await read(bob, own)).toBe(200)
})

test('a repeated send, also while the first runs, returns the same message with its picture', async () => {
  const { ada, bob } = app
  const url = await upload(ada)
  const body = { recipientId: bob.id, ...toDraft(url), tempId: `temp-${randomUUID()}` }
  const sent = await Promise.all(
    Array.from({ length: 4 }, async () => ada.call(sendMessage, { body })),
  )
  expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1)
  expect(await read(bob, url)).toBe(200)
})

test('two messages that want the same picture at once: one has it, the other is refused', async () => {
  const { ada, bob, carla } = app
  const url = await upload(ada)
  const replies = await Promise.all(
    [bob, carla].map(async ({ id: recipientId }) =>
      ada.send(sendMessage, { body: { recipientId, ...toDraft(url) } }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400])
  expect([await read(bob, url), await read(carla, url)].toSorted((a, b) => a - b)).toEqual([
    200, 404,
  ])
})

test('a process of the release before, which names no pictures, takes and keeps those in the text', async () => {
  const { ada, bob, db } = app
  const [first, second] = [await upload(ada), await upload(ada)]
  const { content } = toDraft(first, second)
  const { rows } = await sql<{ id: string }>`
    select (message).id from insert_room_message(${ada.id}, ${roomId}, ${content}, null, '{}', true)`.execute(
    db,
  )
  expect([await read(bob, first), await read(bob, second)]).toEqual([200, 200])
  const shorter = toDraft(first).content
  await sql`select from edit_message(${ada.id}, ${rows[0]?.id}, ${shorter}, '{}', true)`.execute(db)
  expect([await read(bob, first), await read(bob, second)]).toEqual([200, 404])
})

test('search finds what a picture shows, and not its address', async () => {
  const { ada, bob } = app
  const message = await send(ada, bob, await upload(ada))
  const search = async (q: string) =>
    (await bob.call(searchMessages, { querystring: { conversationWith: ada.id, q } })).messages
  expect(await search('a tide')).toMatchObject([{ _id: message._id }])
  expect(await search('webp')).toEqual([])
})

test('an edit drops pictures, and adds none', async () => {
  const { ada, bob } = app
  const [first, second, third] = [await upload(ada), await upload(ada), await upload(ada)]
  const { _id: id } = await send(ada, bob, first, second)
  const edit = async (...urls: string[]) =>
    ada.send(editMessage, { params: { id }, body: { ...toDraft(...urls) } })
  expect((await edit(first, third)).json()).toMatchObject({ message: MESSAGE_PICTURE_GONE })
  expect((await edit(first)).statusCode).toBe(200)
  expect([await read(bob, first), await read(bob, second)]).toEqual([200, 404])
  expect((await edit(first, second)).statusCode).toBe(400)
})

test('files go a day after an upload that is never sent, and a week after their message was deleted', async () => {
  const { ada, bob, db } = app
  const [unsent, fresh, kept, deleted] = [
    await upload(ada),
    await upload(ada),
    await upload(ada),
    await upload(ada),
  ]
  await send(ada, bob, kept)
  await remove(ada, await send(ada, bob, deleted))
  const age = async (url: string, column: 'uploaded_at' | 'removed_at', hours: number) =>
    sql`update message_pictures set ${sql.ref(column)} = now() - make_interval(hours => ${hours})
      where key = ${extractPictureKey({ body: url })}`.execute(db)
  await age(unsent, 'uploaded_at', 25)
  await age(kept, 'uploaded_at', 25)
  const clean = async () => {
    await deleteOldMessagePictures(db)
    await runJobs(app, messageJobs)
    const files = await Promise.all([unsent, fresh, kept, deleted].map(listFiles))
    return files.map(({ length }) => length)
  }
  expect(await clean()).toEqual([0, 2, 2, 2])
  await age(deleted, 'removed_at', 7 * 24 + 1)
  expect(await clean()).toEqual([0, 2, 2, 0])
})

test('the files of a room go with it', async () => {
  const { ada, db } = app
  const url = await upload(ada)
  await sendToRoom(ada, url)
  await sql`update rooms set closed_at = now(), readable_until = now() - interval '1 second'`.execute(
    db,
  )
  await deleteUnreadableRooms(db)
  await deleteOldMessagePictures(db)
  await runJobs(app, messageJobs)
  expect(await listFiles(url)).toEqual([])
})

test('the pictures of a deleted account go, sent or not; its messages stay', async () => {
  const { ada, bob, db } = app
  const urls = [await upload(ada), await upload(ada)]
  await send(ada, bob, urls[0] ?? '')
  await ada.call(deleteAccount, { body: { password: PASSWORD } })
  await eraseMember(app, features, ada.id)
  await runJobs(app, messageJobs)
  expect(await bob.listMessages(ada)).toHaveLength(1)
  expect((await Promise.all(urls.map(listFiles))).flat()).toEqual([])
  expect(await read(bob, urls[0] ?? '')).toBe(404)
  expect(await db.selectFrom('message_pictures').select('key').execute()).toEqual([])
})

test('texts are sent while storage is down, and a picture without its file is not found', async () => {
  await using away = await startMessagingApp({
    LIMITS: 'relaxed',
    S3_ENDPOINT: 'http://127.0.0.1:1',
  })
  const { ada, bob } = away
  expect((await uploadPictureFile(ada, png, { kind: 'message' })).statusCode).toBe(503)
  await ada.sendMessage(bob, 'Still here')
  expect(await bob.listMessages(ada)).toHaveLength(1)

  const { _id: messageId } = await app.ada.sendMessage(app.bob, 'Hello')
  const url = await createMessagePictureFixture(app, { memberId: app.ada.id, messageId })
  await app.files.remove([`message-pictures/${extractPictureKey({ body: url })}/2x2.webp`])
  expect(await read(app.bob, url)).toBe(404)
})
