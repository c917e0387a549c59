import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Presence } from '../../../../platform/realtime/presence.ts'
import { SECRET_TEXT, startWithWriters } from '../../testing/start-with-writers.ts'
import { createUnsubscribeToken } from '../unsubscribe-token.ts'
import { mailUnreadMessages } from './mail-unread-messages.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Stack = Awaited<ReturnType<typeof startWithWriters>>

describe('unread messages', () => {
  test('are mailed after an hour: who and how many, never the text', async () => {
    await using stack = await startWithWriters()
    await stack.send(stack.ada, stack.bob)
    await stack.send(stack.ada, stack.bob)

    await stack.search(59 * MINUTE_MS)
    expect(await stack.countMails()).toBe(0)
    await stack.search(61 * MINUTE_MS)

    const [mail, ...others] = await stack.deliver()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipients: ['bob@example.com'],
      subject: 'ada sent you 2 messages',
    })
    expect(mail?.text).toContain(`http://localhost:3000/messages/${stack.ada}`)
    expect(mail?.raw).not.toContain(SECRET_TEXT)
    expect(mail?.html).not.toContain(SECRET_TEXT)
    const token = createUnsubscribeToken(stack.config.SECRET, {
      memberId: stack.bob,
      kind: 'messages',
    })
    expect(mail?.raw.split('\r\n')).toEqual(
      expect.arrayContaining([
        `List-Unsubscribe: <http://localhost:3000/api/notifications/unsubscribe/${token}>`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    )
    expect(mail?.text).toContain(`http://localhost:3000/unsubscribe/${token}`)
  })

  test('are mailed at most once per conversation and day', async () => {
    await using stack = await startWithWriters()
    await stack.send(stack.ada, stack.bob)
    await stack.search(61 * MINUTE_MS)
    await stack.search(62 * MINUTE_MS)
    expect(await stack.countMails()).toBe(1)

    await insertLaterMessage(2 * HOUR_MS)
    await stack.search(3 * HOUR_MS + MINUTE_MS)
    expect(await stack.countMails()).toBe(1)

    await insertLaterMessage(25 * HOUR_MS)
    await stack.search(26 * HOUR_MS + MINUTE_MS)
    expect(await stack.countMails()).toBe(2)

    /** Another message of Ada, sent at a later time than now. */
    async function insertLaterMessage(afterMs: number) {
      const at = new Date(Date.now() + afterMs).toISOString()
      await sql`
        insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
        select id_in_shard(shard_of(id), ${at}::timestamptz), shard_of(id), id, ${stack.ada}, 'Hello', ${at}::timestamptz
        from conversations where low_id = least(${stack.ada}::uuid, ${stack.bob}::uuid)
          and high_id = greatest(${stack.ada}::uuid, ${stack.bob}::uuid)`.execute(stack.db)
    }
  })

  test('of several members are a mail each', async () => {
    await using stack = await startWithWriters()
    const cleo = await stack.createMember('cleo')
    await stack.send(stack.ada, stack.bob)
    await stack.send(cleo, stack.bob)
    await stack.send(stack.bob, stack.ada)

    await stack.search(61 * MINUTE_MS)

    const subjects = (await stack.deliver()).map(({ subject = '' }) => subject)
    expect(subjects.toSorted()).toEqual([
      'ada sent you a message',
      'bob sent you a message',
      'cleo sent you a message',
    ])
  })

  test('of a room are one mail a day, with the project and how many', async () => {
    await using stack = await startWithWriters()
    const { db, ada, bob } = stack
    const cleo = await stack.createMember('cleo')
    const roomId = await stack.createRoom(ada, [bob, cleo], 'Tide')
    await stack.sendToRoom(ada, roomId)
    await stack.sendToRoom(cleo, roomId)
    await db
      .updateTable('room_members')
      .set({ muted_at: new Date().toISOString() })
      .where('member_id', '=', cleo)
      .execute()

    await stack.search(61 * MINUTE_MS)
    await stack.sendToRoom(cleo, roomId)
    await stack.search(2 * HOUR_MS)

    const mails = await stack.deliver()
    expect(mails.map(({ recipients, subject }) => [recipients, subject])).toEqual(
      expect.arrayContaining([
        [['ada@example.com'], 'An unread message in “Tide”'],
        [['bob@example.com'], '2 unread messages in “Tide”'],
      ]),
    )
    expect(mails).toHaveLength(2)
    for (const { text, raw } of mails) {
      expect(text).toContain(`http://localhost:3000/messages/rooms/${roomId}`)
      for (const hidden of [SECRET_TEXT, 'cleo']) expect(raw).not.toContain(hidden)
    }
  })

  test('of a room come in one mail a day with its mentions, which name who wrote', async () => {
    await using stack = await startWithWriters()
    const { ada, bob } = stack
    const cleo = await stack.createMember('cleo')
    const roomId = await stack.createRoom(ada, [bob, cleo], 'Tide')
    await stack.sendToRoom(ada, roomId, ['bob'])
    await stack.mailMentions()
    await stack.search(61 * MINUTE_MS)
    const mails = await stack.deliver()
    const subjects = mails.map(({ recipients, subject }) => [recipients[0] ?? '', subject])
    expect(Object.fromEntries(subjects)).toEqual({
      'bob@example.com': 'ada mentioned you in “Tide”',
      'cleo@example.com': 'An unread message in “Tide”',
    })
    for (const { raw } of mails) expect(raw).not.toContain(SECRET_TEXT)

    await stack.sendToRoom(ada, roomId, ['cleo'])
    await stack.mailMentions()
    expect(await stack.deliver()).toHaveLength(2)
  })

  const roomReasons: [string, (stack: Stack, roomId: string) => Promise<unknown>][] = [
    [
      'they have read',
      async ({ db, bob }, roomId) =>
        sql`update room_members set read_id = uuid_v7(now() + interval '1 minute')
          where room_id = ${roomId} and member_id = ${bob}`.execute(db),
    ],
    [
      'of a room that they left',
      async ({ db, bob }) =>
        sql`update team_members set left_at = now() where member_id = ${bob}`.execute(db),
    ],
    [
      'by somebody whom they muted',
      async ({ db, ada, bob }) =>
        db.insertInto('mutes').values({ member_id: bob, other_id: ada }).execute(),
    ],
    ['of a deleted project', async ({ db }) => db.deleteFrom('posts').execute()],
    [
      'while rooms are switched off',
      async ({ db, flags }) => {
        await sql`insert into flags (name, share) values ('rooms', 0)
          on conflict (name) do update set share = 0`.execute(db)
        await flags.readAgain()
      },
    ],
    [
      'which they do not want by mail',
      async ({ db, bob }) =>
        db
          .insertInto('notification_settings')
          .values({ member_id: bob, kinds: '{"messages":{"app":true,"mail":false}}' })
          .execute(),
    ],
    [
      'with an open page',
      async ({ redis, bob }) => new Presence(redis, `test ${bob}`).addMembers([bob]),
    ],
  ]

  test.each(roomReasons)('of a room are not mailed to a member %s', async (_, change) => {
    await using stack = await startWithWriters()
    const { ada, bob } = stack
    const roomId = await stack.createRoom(ada, [bob], 'Tide')
    await stack.sendToRoom(ada, roomId)
    await change(stack, roomId)
    await stack.search(61 * MINUTE_MS)
    expect(await stack.countMails()).toBe(0)
  })

  const reasons: [string, (stack: Stack) => Promise<unknown>][] = [
    [
      'were read',
      async ({ db, ada, bob }) =>
        sql`select mark_read(${bob}, ${ada}, uuid_v7(now() + interval '1 minute'))`.execute(db),
    ],
    [
      'were deleted by the recipient',
      async ({ db, ada, bob }) => sql`select clear_conversation(${bob}, ${ada})`.execute(db),
    ],
    [
      'have a recipient who visited since',
      async ({ db, bob }) =>
        db
          .insertInto('sessions')
          .values({
            token_hash: Buffer.alloc(32, 1),
            member_id: bob,
            last_seen_at: new Date(Date.now() + MINUTE_MS).toISOString(),
            expires_at: new Date(Date.now() + HOUR_MS).toISOString(),
          })
          .execute(),
    ],
    [
      'have a recipient with an open page',
      async ({ redis, bob }) => new Presence(redis, `test ${bob}`).addMembers([bob]),
    ],
    [
      'have a recipient who closed the page since',
      async ({ redis, bob }) =>
        redis.set(`presence:seen:${bob}`, new Date(Date.now() + MINUTE_MS).toISOString()),
    ],
    [
      'are from a member whom the recipient blocked',
      async ({ db, ada, bob }) =>
        db.insertInto('blocks').values({ member_id: bob, other_id: ada }).execute(),
    ],
    [
      'are to a member whom the sender blocked',
      async ({ db, ada, bob }) =>
        db.insertInto('blocks').values({ member_id: ada, other_id: bob }).execute(),
    ],
    [
      'are from a member whom the recipient muted',
      async ({ db, ada, bob }) =>
        db.insertInto('mutes').values({ member_id: bob, other_id: ada }).execute(),
    ],
    [
      'are not wanted by mail',
      async ({ db, bob }) =>
        db
          .insertInto('notification_settings')
          .values({ member_id: bob, kinds: '{"messages":{"app":true,"mail":false}}' })
          .execute(),
    ],
    [
      'are to a member who left',
      async ({ db, bob }) =>
        sql`update members set deleted_at = now() where id = ${bob}`.execute(db),
    ],
    [
      'are from a member who left',
      async ({ db, ada }) =>
        sql`update members set deleted_at = now() where id = ${ada}`.execute(db),
    ],
  ]

  test.each(reasons)('that %s are not mailed', async (_, change) => {
    await using stack = await startWithWriters()
    await stack.send(stack.ada, stack.bob)
    await change(stack)

    await stack.search(61 * MINUTE_MS)

    expect(await stack.countMails()).toBe(0)
  })

  test('are mailed to a member whose last visit was before them', async () => {
    await using stack = await startWithWriters()
    await stack.db
      .insertInto('sessions')
      .values({
        token_hash: Buffer.alloc(32, 1),
        member_id: stack.bob,
        last_seen_at: new Date(Date.now() - MINUTE_MS).toISOString(),
        expires_at: new Date(Date.now() + HOUR_MS).toISOString(),
      })
      .execute()
    await stack.send(stack.ada, stack.bob)

    await stack.search(61 * MINUTE_MS)

    expect(await stack.countMails()).toBe(1)
  })

  test('are mailed without Redis', async () => {
    await using stack = await startWithWriters()
    await stack.send(stack.ada, stack.bob)
    stack.redis.disconnect()

    await stack.search(61 * MINUTE_MS)

    expect(await stack.countMails()).toBe(1)
  })

  test('of more than a batch are all looked at, once', async () => {
    await using stack = await startWithWriters()
    await stack.send(stack.ada, stack.bob)
    await sql`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard_of(id), now()), shard_of(id), id, ${stack.ada}, 'Hello', now() + nth * interval '1 millisecond'
      from conversations, generate_series(1, 2500) as nth`.execute(stack.db)
    const cleo = await stack.createMember('cleo')
    await stack.send(cleo, stack.bob)

    await stack.search(61 * MINUTE_MS)

    expect(await stack.countMails()).toBe(2)
  })

  test('are mailed once if several workers search at once', async () => {
    await using stack = await startWithWriters()
    await stack.send(stack.ada, stack.bob)

    await Promise.all([1, 2, 3, 4].map(() => stack.search(61 * MINUTE_MS)))

    expect(await stack.countMails()).toBe(1)
  })

  test('are mailed once, and not lost, if the worker dies before the commit', async () => {
    await using stack = await startWithWriters()
    await stack.send(stack.ada, stack.bob)
    const brokenMailer = {
      ...stack.mailer,
      get encryptionKey(): never {
        throw new Error('killed')
      },
    }

    await expect(
      mailUnreadMessages({ ...stack, mailer: brokenMailer }, Date.now() + 61 * MINUTE_MS),
    ).rejects.toThrow('killed')
    expect(await stack.countMails()).toBe(0)
    await stack.search(62 * MINUTE_MS)
    await stack.search(63 * MINUTE_MS)

    expect(await stack.countMails()).toBe(1)
  })
})
