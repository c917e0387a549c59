import { getViewer } from '@dolph/contract/accounts/viewer'
import * as contract from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { startMessagingApp, type MessagingApp } from '../../testing/start-messaging-app.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'
const CHANGES = [
  contract.blockMember,
  contract.unblockMember,
  contract.muteMember,
  contract.unmuteMember,
] as const
const OPEN = { isBlocked: false, isMuted: false, canMessage: true }

let api: MessagingApp
beforeAll(async () => {
  api = await startMessagingApp({ LIMITS: 'relaxed' }, { isListening: true })
  return () => api[Symbol.asyncDispose]()
})

describe('a relation', () => {
  test('is blocked and unblocked, repeatedly without a second effect, and both sides cannot message', async () => {
    const [ada, bob] = [await signIn('relation-ada'), await signIn('relation-bob')]
    expect(await ada.change(contract.blockMember, bob)).toEqual({
      isBlocked: true,
      isMuted: false,
      canMessage: false,
    })
    expect(await ada.change(contract.blockMember, bob)).toMatchObject({ isBlocked: true })
    expect(await bob.readRelation(ada)).toEqual({ ...OPEN, canMessage: false })
    expect(await ada.ignoredChanges()).toBe(1)
    expect(await bob.ignoredChanges()).toBe(0)
    expect(await ada.change(contract.unblockMember, bob)).toEqual(OPEN)
    expect(await ada.change(contract.unblockMember, bob)).toEqual(OPEN)
    expect(await bob.readRelation(ada)).toEqual(OPEN)
    expect(await ada.ignoredChanges()).toBe(2)
  })

  test('that is muted stays open to messages, and the other member cannot tell', async () => {
    const [ada, bob] = [await signIn('mute-ada'), await signIn('mute-bob')]
    expect(await ada.change(contract.muteMember, bob)).toEqual({ ...OPEN, isMuted: true })
    expect(await bob.readRelation(ada)).toEqual(OPEN)
    expect(await ada.change(contract.unmuteMember, bob)).toEqual(OPEN)
  })

  test.each(CHANGES)(
    '$method $url: unknown members, deleted ones and oneself are not found',
    async (endpoint) => {
      const ada = await signIn(`self-${CHANGES.indexOf(endpoint)}`)
      const gone = await createMemberFixture(api.db, `gone-${CHANGES.indexOf(endpoint)}`)
      await api.db
        .updateTable('members')
        .set({ deleted_at: sql`now()` })
        .where('id', '=', gone)
        .execute()
      for (const id of [UNKNOWN_ID, ada.id, gone]) {
        const reply = await ada.send(endpoint, { params: { id } })
        expect([reply.statusCode, reply.json()]).toMatchObject([404, { message: 'User not found' }])
        expect((await ada.send(contract.readRelation, { params: { id } })).statusCode).toBe(404)
      }
    },
  )

  test('changed by a block reaches the browsers of both, by a mute only those of the muter', async () => {
    const [ada, bob] = [await signIn('event-ada'), await signIn('event-bob')]
    await using adaSocket = await openAuthenticatedSocket(api, ada)
    await using bobSocket = await openAuthenticatedSocket(api, bob)
    await ada.change(contract.muteMember, bob)
    expect(await adaSocket.nextEvent('relation_changed')).toMatchObject({ userId: bob.id })
    await ada.change(contract.blockMember, bob)
    expect(await adaSocket.nextEvent('relation_changed')).toMatchObject({ userId: bob.id })
    expect(await bobSocket.nextEvent('relation_changed')).toMatchObject({ userId: ada.id })
    expect(bobSocket.events.filter(({ type }) => type === 'relation_changed')).toEqual([])
    await ada.change(contract.unblockMember, bob)
    expect(await bobSocket.nextEvent('relation_changed')).toMatchObject({ userId: ada.id })
  })
})

describe('the list of ignored members', () => {
  test('has the last one first, in pages, and none is lost when one is unblocked meanwhile', async () => {
    const ada = await signIn('list-ada')
    const others: string[] = []
    for (let index = 0; index < 7; index += 1) {
      const id = await createMemberFixture(api.db, `listed-${index}`)
      others.unshift(id)
      await ada.change(index % 2 === 0 ? contract.blockMember : contract.muteMember, { id })
    }
    const first = await ada.list({ limit: '3' })
    expect(first.data.map(({ _id }) => _id)).toEqual(others.slice(0, 3))
    expect(first.data[0]).toEqual({
      _id: others[0],
      userName: 'listed-6',
      profilePicture: '',
      isBlocked: true,
      isMuted: false,
      ignoredAt: expect.any(String),
    })
    await ada.change(contract.unblockMember, { id: others[2] ?? '' })
    const second = await ada.list({ limit: '3', cursor: first.nextCursor ?? '' })
    expect(second.data.map(({ _id }) => _id)).toEqual(others.slice(3, 6))
    const third = await ada.list({ limit: '3', cursor: second.nextCursor ?? '' })
    expect([third.data.map(({ _id }) => _id), third.nextCursor]).toEqual([others.slice(6), null])
  })

  test('has a member who is blocked and muted once', async () => {
    const ada = await signIn('both-ada')
    const id = await createMemberFixture(api.db, 'both')
    await ada.change(contract.blockMember, { id })
    await ada.change(contract.muteMember, { id })
    expect(await ada.list()).toMatchObject({ data: [{ _id: id, isBlocked: true, isMuted: true }] })
  })

  test('is found at the old address of its page too', async () => {
    const { statusCode, headers } = await api.app.inject('/settings/hidden')
    expect([statusCode, headers.location]).toEqual([302, '/settings/ignored'])
  })

  test('refuses a cursor that it did not give', async () => {
    const ada = await signIn('cursor-ada')
    for (const cursor of ['A', 'A'.repeat(22), 'A'.repeat(200), '_'.repeat(30)]) {
      const reply = await ada.send(contract.listIgnoredMembers, { querystring: { cursor } })
      expect([cursor, reply.statusCode]).toEqual([cursor, 400])
    }
  })
})

describe('at most a thousand members are ignored', () => {
  test('by concurrent blocks and mutes, and an unblock makes room', async () => {
    const ada = await signIn('full-ada')
    await sql`
      with others as (
        insert into members (username) select 'full-' || n from generate_series(1, 995) as n returning id)
      insert into blocks (member_id, other_id) select ${ada.id}::uuid, id from others`.execute(
      api.db,
    )
    const others: string[] = []
    for (let index = 0; index < 12; index += 1)
      others.push(await createMemberFixture(api.db, `more-${index}`))
    const replies = await Promise.all(
      others.map((id, index) =>
        ada.send(index % 2 === 0 ? contract.blockMember : contract.muteMember, { params: { id } }),
      ),
    )
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(7)
    const refused = replies.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/1,000/),
    })

    const ignored = others.filter((_, index) => statuses[index] === 200)
    const [one = '', two = ''] = ignored
    await ada.change(others.indexOf(one) % 2 === 0 ? contract.muteMember : contract.blockMember, {
      id: one,
    })
    await ada.change(contract.unblockMember, { id: two })
    await ada.change(contract.unmuteMember, { id: two })
    await ada.change(contract.blockMember, { id: two })
  })
})

test('two members who block each other at the same moment both succeed', async () => {
  const [ada, bob] = [await signIn('mutual-ada'), await signIn('mutual-bob')]
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      ada.change(contract.blockMember, bob),
      bob.change(contract.blockMember, ada),
    ])
    expect(await ada.readRelation(bob)).toMatchObject({ isBlocked: true, canMessage: false })
    await Promise.all([
      ada.change(contract.unblockMember, bob),
      bob.change(contract.unblockMember, ada),
    ])
  }
  expect(await ada.readRelation(bob)).toEqual(OPEN)
})

async function signIn(userName: string) {
  const browser = await signInNewMember(api, userName)
  const { _id: id } = await browser.call(getViewer, {})
  return {
    ...browser,
    id,
    change: async (endpoint: (typeof CHANGES)[number], other: { id: string }) =>
      (await browser.call(endpoint, { params: { id: other.id } })).data,
    readRelation: async (other: { id: string }) =>
      (await browser.call(contract.readRelation, { params: { id: other.id } })).data,
    list: (querystring: Record<string, string> = {}) =>
      browser.call(contract.listIgnoredMembers, { querystring }),
    ignoredChanges: async () => {
      const row = api.db.selectFrom('members').select('ignored_changes').where('id', '=', id)
      return (await row.executeTakeFirstOrThrow()).ignored_changes
    },
  }
}
