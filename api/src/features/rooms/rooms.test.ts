import { randomUUID } from 'node:crypto'
import * as contract from '@dolph/contract/rooms/rooms'
import { deletePost } from '@dolph/contract/posts/posts'
import { blockMember, CANNOT_MESSAGE, muteMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readMemberExport } from '../../privacy/exports/read-member-export.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { createTeamRooms } from './create-team-rooms.ts'
import { deleteUnreadableRooms } from './delete-rooms.ts'
import { roomExport } from './export-rooms.ts'
import { changeHistory, markRoomRead, muteRoom } from './room-actions.ts'
import { readRoomPage, searchRoom, syncRoom } from './room-messages.ts'
import { readRoom } from './room-queries.ts'
import { startRoomsApp, type RoomsApp } from './testing/start-rooms-app.ts'

let api: RoomsApp
beforeAll(async () => {
  api = await startRoomsApp()
  return () => api[Symbol.asyncDispose]()
})

const tempId = () => `temp-${randomUUID()}`

describe('the room of a team', () => {
  test('comes with the first member, for the author and for them', async () => {
    const { ada, bob, carla } = api
    const postId = await api.createPost(ada, 'Restore Friday')
    expect(await api.findRoom(postId)).toBe('')
    await api.join(postId, bob)
    const roomId = await api.findRoom(postId)
    const room = await api.readRoom(ada, roomId)
    expect(room).toMatchObject({
      _id: roomId,
      post: { _id: postId, title: 'Restore Friday' },
      name: 'Restore Friday',
      memberCount: 2,
      state: 'open',
      isOwner: true,
      isHistoryOpen: false,
      isMuted: false,
      unreadCount: 0,
      readableUntil: null,
    })
    expect(room.members).toMatchObject([
      { person: { userName: 'ada' }, role: null, isAuthor: true },
      { person: { userName: 'bob' }, role: 'Tester', isAuthor: false, isCoOwner: false },
    ])
    expect(room.lastMessage).toMatchObject({ line: 'joined', sender: { userName: 'bob' } })
    expect((await api.listRooms(bob)).data.map(({ _id }) => _id)).toContain(roomId)
    const refused = await carla.send(contract.listRoomMessages, {
      params: { id: roomId },
      querystring: {},
    })
    expect(refused.statusCode).toBe(404)
    expect(refused.json()).toMatchObject({ message: contract.ROOM_NOT_FOUND })
  })

  test('of a team from before there were rooms has everybody on it: with the next person who joins, or by the backfill', async () => {
    const { ada, bob, carla, db } = api
    const joined = await api.createTeam(ada, bob)
    const filled = await api.createTeam(ada, bob, carla)
    await api.leave(filled.postId, carla)
    await db.deleteFrom('rooms').where('post_id', 'in', [joined.postId, filled.postId]).execute()
    await api.join(joined.postId, carla)
    const withCarla = await api.readRoom(bob, await api.findRoom(joined.postId))
    expect(withCarla.memberCount).toBe(3)
    expect(withCarla.lastMessage).toMatchObject({ line: 'joined', sender: { userName: 'carla' } })

    await db.transaction().execute(async (tx) => {
      let cursor: string | null = null
      do cursor = await createTeamRooms.fillBatch(tx, cursor, 1, tx)
      while (cursor !== null)
    })
    const room = await api.readRoom(bob, await api.findRoom(filled.postId))
    expect(room).toMatchObject({ memberCount: 2, state: 'open', lastMessage: null })
    // There is nothing to read yet: what comes later is unread.
    await ada.call(contract.markRoomRead, { params: { id: room._id }, body: null })
    await api.send(bob, room._id, 'At last')
    expect(await api.readTexts(ada, room._id)).toEqual(['At last'])
    expect((await api.readRoom(ada, room._id)).unreadCount).toBe(1)
  })

  test('follows the title of its post', async () => {
    const { postId, roomId } = await api.createTeam(api.ada, api.bob)
    await api.db.updateTable('posts').set({ title: 'High Tide' }).where('id', '=', postId).execute()
    expect(await api.readRoom(api.bob, roomId)).toMatchObject({ name: 'High Tide' })
  })

  test('shows those who join later nothing of what was written before', async () => {
    const { ada, bob, carla } = api
    const { postId, roomId } = await api.createTeam(ada, bob)
    await api.send(ada, roomId, 'Before')
    await api.join(postId, carla)
    await api.send(bob, roomId, 'After')
    expect(await api.readTexts(carla, roomId)).toEqual(['[joined]', 'After'])
    expect(await api.readTexts(bob, roomId)).toEqual(['[joined]', 'Before', '[joined]', 'After'])
    const page = await carla.call(contract.listRoomMessages, {
      params: { id: roomId },
      querystring: {},
    })
    expect(page.map(({ content }) => content)).toEqual(['After', 'joined'])
    const querystring = { q: 'before' }
    const found = await carla.call(contract.searchRoom, { params: { id: roomId }, querystring })
    expect(found.messages).toEqual([])
    const foundByBob = await bob.call(contract.searchRoom, { params: { id: roomId }, querystring })
    expect(foundByBob.messages.map(({ content }) => content)).toEqual(['Before'])
  })

  test('opens its history to later members from now on, never earlier messages', async () => {
    const { ada, bob, carla } = api
    const { postId, roomId } = await api.createTeam(ada, bob)
    await api.send(ada, roomId, 'Before')
    const change = (isOpen: boolean) => ({ params: { id: roomId }, body: { isOpen } })
    expect((await bob.send(contract.changeRoomHistory, change(true))).statusCode).toBe(404)
    expect((await ada.call(contract.changeRoomHistory, change(true))).data.isHistoryOpen).toBe(true)
    await api.send(bob, roomId, 'Open')
    await api.join(postId, carla)
    expect(await api.readTexts(carla, roomId)).toEqual(['[history-opened]', 'Open', '[joined]'])
    await ada.call(contract.changeRoomHistory, change(false))
    await api.leave(postId, carla)
    await api.send(bob, roomId, 'Closed')
    await api.join(postId, carla)
    expect(await api.readTexts(carla, roomId)).toEqual(['[joined]'])
  })

  test('is closed to a member who left, and opens again from their return on', async () => {
    const { ada, bob, carla } = api
    const { postId, roomId } = await api.createTeam(ada, bob, carla)
    const key = tempId()
    const sent = await api.send(carla, roomId, 'Bye', key)
    await api.leave(postId, carla)
    for (const call of [contract.syncRoom, contract.listRoomMessages] as const) {
      const reply = await carla.send(call, { params: { id: roomId }, querystring: {} })
      expect(reply.statusCode).toBe(404)
    }
    expect((await api.listRooms(carla)).data.map(({ _id }) => _id)).not.toContain(roomId)
    const body = { content: 'Still here?' }
    const refused = await carla.send(contract.sendRoomMessage, { params: { id: roomId }, body })
    expect(refused.statusCode).toBe(404)
    // A retry of what was sent before still confirms it.
    expect(await api.send(carla, roomId, 'Bye', key)).toEqual(sent)
    expect(await api.readTexts(ada, roomId)).toContain('[left]')
    await api.join(postId, carla)
    expect(await api.readTexts(carla, roomId)).toEqual(['[joined]'])
  })

  test('is for reading only once all others have left', async () => {
    const { ada, bob } = api
    const { postId, roomId } = await api.createTeam(ada, bob)
    await api.leave(postId, bob)
    expect(await api.readRoom(ada, roomId)).toMatchObject({ state: 'alone', memberCount: 1 })
    const refused = await ada.send(contract.sendRoomMessage, {
      params: { id: roomId },
      body: { content: 'Hello?' },
    })
    expect(refused.json()).toMatchObject({ code: 'conflict', message: contract.ROOM_ALONE })
  })
})

describe('a message', () => {
  test('is sent once however often it is repeated, and a key belongs to one message', async () => {
    const { ada, bob } = api
    const { roomId } = await api.createTeam(ada, bob)
    const key = tempId()
    const sent = await Promise.all(
      Array.from({ length: 20 }, async () => api.send(ada, roomId, 'Once', key)),
    )
    expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1)
    expect(await api.readTexts(bob, roomId)).toEqual(['[joined]', 'Once'])
    const other = { params: { id: roomId }, body: { content: 'Twice', tempId: key } }
    expect((await ada.send(contract.sendRoomMessage, other)).statusCode).toBe(409)
    const direct = await api.ada.send(contract.sendRoomMessage, {
      params: { id: (await api.createTeam(ada, bob)).roomId },
      body: { content: 'Once', tempId: key },
    })
    expect(direct.statusCode).toBe(409)
  })

  test('counts as unread for all others until they read it, and no line does', async () => {
    const { ada, bob, carla } = api
    const { roomId } = await api.createTeam(ada, bob, carla)
    const { unreadCount: before } = await api.listRooms(bob)
    await api.send(ada, roomId, 'One')
    const { _id: second } = await api.send(ada, roomId, 'Two')
    await api.send(carla, roomId, 'Three')
    expect((await api.readRoom(bob, roomId)).unreadCount).toBe(3)
    expect((await api.readRoom(ada, roomId)).unreadCount).toBe(1)
    expect((await api.listRooms(bob)).unreadCount).toBe(before + 3)
    await bob.call(contract.markRoomRead, { params: { id: roomId }, body: { upTo: second } })
    expect((await api.readRoom(bob, roomId)).unreadCount).toBe(1)
    await bob.call(contract.muteRoom, { params: { id: roomId } })
    expect((await api.listRooms(bob)).unreadCount).toBe(before)
    await bob.call(contract.unmuteRoom, { params: { id: roomId } })
    await bob.call(contract.markRoomRead, { params: { id: roomId }, body: null })
    expect((await api.listRooms(bob)).unreadCount).toBe(before)
  })

  test('of a member whom the reader blocked or muted is not counted, and is marked for folding', async () => {
    const { ada, bob, carla } = api
    const { postId, roomId } = await api.createTeam(ada, bob, carla)
    await bob.call(muteMember, { params: { id: carla.id } })
    await api.send(carla, roomId, 'Unheard')
    const room = await api.readRoom(bob, roomId)
    expect(room).toMatchObject({ unreadCount: 0, state: 'open' })
    expect(room.ignoredIds).toEqual([carla.id])
    expect((await api.listRooms(bob)).data[0]?.ignoredIds).toEqual([carla.id])
    expect((await api.readRoom(ada, roomId)).unreadCount).toBe(1)

    await sql`
      select insert_room_message(${carla.id}, ${roomId}, 'Unheard', null, '{}') from generate_series(1, 310)`.execute(
      api.db,
    )
    await api.send(ada, roomId, 'Heard')
    expect((await api.readRoom(bob, roomId)).unreadCount).toBe(1)
    await api.leave(postId, carla)
    expect((await api.readRoom(bob, roomId)).ignoredIds).toEqual([carla.id])
    await api.db.deleteFrom('mutes').execute()
  })

  test('is refused in a room of two of whom one blocked the other', async () => {
    const { ada, bob } = api
    const { roomId } = await api.createTeam(ada, bob)
    await bob.call(blockMember, { params: { id: ada.id } })
    for (const member of [ada, bob]) {
      expect((await api.readRoom(member, roomId)).state).toBe('blocked')
      const refused = await member.send(contract.sendRoomMessage, {
        params: { id: roomId },
        body: { content: 'Hi' },
      })
      expect(refused.json()).toMatchObject({ code: 'forbidden', message: CANNOT_MESSAGE })
    }
    await api.db.deleteFrom('blocks').execute()
  })

  test('of a member whom a moderator limited is refused', async () => {
    const { ada, bob } = api
    const { roomId } = await api.createTeam(ada, bob)
    await sql`update members set messaging_limited_until = now() + interval '1 day' where id = ${bob.id}`.execute(
      api.db,
    )
    const { rows } = await sql<{ status: string }>`
      select status from insert_room_message(${bob.id}, ${roomId}, 'Hi', null, '{}')`.execute(
      api.db,
    )
    expect(rows).toEqual([{ status: 'limited' }])
    await sql`update members set messaging_limited_until = null`.execute(api.db)
  })
})

describe('the calls of a room', () => {
  test('are one statement each: a member who leaves meanwhile reads nothing later', async () => {
    const { ada, bob, db } = api
    const { roomId } = await api.createTeam(ada, bob)
    await api.send(ada, roomId, 'Hello')
    const caller = { memberId: bob.id, roomId }
    const deps = { db, bus: { publish: () => {} } as never }
    const calls = [
      async () => readRoomPage(db, caller),
      async () => syncRoom(db, caller, null),
      async () => searchRoom(db, caller, { text: 'hello' }),
      async () => readRoom(db, caller),
      async () => markRoomRead(deps, caller),
      async () => muteRoom(deps, caller, true),
    ]
    const queries = countQueries({ db })
    const counts: number[] = []
    for (const call of calls) {
      queries.count = 0
      await call()
      counts.push(queries.count)
    }
    expect(counts).toEqual(calls.map(() => 1))
  })

  test('do not exist for those who are not in the room', async () => {
    const { ada, bob, carla, db } = api
    const { roomId } = await api.createTeam(ada, bob)
    const caller = { memberId: carla.id, roomId }
    const deps = { db, bus: { publish: () => {} } as never }
    for (const call of [
      async () => readRoomPage(db, caller),
      async () => syncRoom(db, caller, null),
      async () => searchRoom(db, caller, { text: 'hello' }),
      async () => readRoom(db, caller),
      async () => markRoomRead(deps, caller),
      async () => muteRoom(deps, caller, true),
      async () => changeHistory(deps, caller, true),
    ])
      await expect(call()).rejects.toThrow(contract.ROOM_NOT_FOUND)
  })
})

test('what a member wrote before they left and came back is in their export, what others wrote meanwhile is not', async () => {
  const { ada, bob } = api
  const { postId, roomId } = await api.createTeam(ada, bob)
  await api.send(bob, roomId, 'Mine')
  await api.send(ada, roomId, 'Seen then')
  await api.leave(postId, bob)
  await api.join(postId, bob)
  await api.send(ada, roomId, 'Seen now')
  const { roomMessages } = await readMemberExport(api.db, roomExport, bob.id)
  const texts = roomMessages?.map((message) => (message as { content: string }).content)
  expect(texts).toEqual(expect.arrayContaining(['Mine', 'Seen now']))
  expect(texts).not.toContain('Seen then')
})

describe('the room of a deleted project', () => {
  test('can be read for thirty days, and is deleted with its messages after them', async () => {
    const { ada, bob } = api
    const { postId, roomId } = await api.createTeam(ada, bob)
    await api.send(ada, roomId, 'Remember this')
    await ada.call(deletePost, { params: { id: postId } })
    const room = await api.readRoom(bob, roomId)
    expect(room).toMatchObject({ state: 'closed', post: null, name: 'Tide', isOwner: false })
    const days = (Date.parse(room.readableUntil ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    const refused = await bob.send(contract.sendRoomMessage, {
      params: { id: roomId },
      body: { content: 'Why?' },
    })
    expect(refused.json()).toMatchObject({ code: 'conflict', message: contract.ROOM_CLOSED })
    await deleteUnreadableRooms(api.db)
    expect(await api.readTexts(bob, roomId)).toContain('Remember this')

    await sql`update rooms set readable_until = now() - interval '1 second' where id = ${roomId}`.execute(
      api.db,
    )
    const gone = await bob.send(contract.syncRoom, { params: { id: roomId }, querystring: {} })
    expect(gone.statusCode).toBe(404)
    await deleteUnreadableRooms(api.db)
    const { rows } = await sql`
      select from messages where conversation_id = ${roomId}
      union all select from rooms where id = ${roomId}`.execute(api.db)
    expect(rows).toEqual([])
    const erased = await api.db
      .selectFrom('erasures')
      .select('kind')
      .where('subject', '=', roomId)
      .execute()
    expect(erased).toEqual([{ kind: 'room' }])
  })

  test('stays as long as a member remains if the account of its author was deleted', async () => {
    const { bob } = api
    const { rows } = await sql<{ id: string }>`
      insert into members (username) values ('leaver') returning id`.execute(api.db)
    const author = { id: rows[0]?.id ?? '' }
    const { postId, roomId } = await api.createTeam(author, bob)
    await api.send(bob, roomId, 'Still here')
    await sql`update members set deleted_at = now() where id = ${author.id}`.execute(api.db)
    await sql`delete from posts where id = ${postId}`.execute(api.db)
    await sql`delete from members where id = ${author.id}`.execute(api.db)
    await deleteUnreadableRooms(api.db)
    const room = await api.readRoom(bob, roomId)
    expect(room).toMatchObject({ state: 'closed', readableUntil: null, memberCount: 1 })
    expect(await api.readTexts(bob, roomId)).toContain('Still here')
    await sql`update room_members set left_at = now() where room_id = ${roomId}`.execute(api.db)
    await deleteUnreadableRooms(api.db)
    expect(await api.findRoom(postId)).toBe('')
  })
})
