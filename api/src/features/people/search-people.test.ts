import { deleteAccount, signUp } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { searchPeople } from '@dolph/contract/people/people'
import { blockMember, muteMember, unblockMember } from '@dolph/contract/safety/safety'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { buildSignUpForm, signInNewMember, PASSWORD } from '../../testing/sign-up-member.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { startApp } from '../../testing/start-app.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }

describe('people are found', () => {
  test('by the start of their username, whatever the case, sorted by username', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    for (const name of ['Zoe', 'bobby', 'BOB', 'jim-bob', 'Bo-Peep', 'bo_1']) {
      await createMemberFixture(api.db, name)
    }

    expect(await findUsernames(ada, 'bo')).toEqual(['Bo-Peep', 'bo_1', 'BOB', 'bobby'])
    expect(await findUsernames(ada, ' BOB ')).toEqual(['BOB', 'bobby'])
    expect(await findUsernames(ada, 'bobb')).toEqual(['bobby'])
    expect(await findUsernames(ada, 'zoey')).toEqual([])
  })

  test('by the start of their first, last or full name, after those with such a username', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    for (const [username, first_name, last_name] of [
      ['deep-blue', 'Bob', 'Okafor'],
      ['okafor', 'Zoë', 'Äyräs'],
      ['okafor-2', 'Bob', 'Okafor'],
      ['bob', 'Robert', 'Reed'],
    ] as const) {
      await api.db.insertInto('members').values({ username, first_name, last_name }).execute()
    }
    for (const typed of ['Bob Okafor', 'bob ok', 'BOB  O']) {
      expect((await findUsernames(ada, typed)).toSorted()).toEqual(['deep-blue', 'okafor-2'])
    }
    expect(await findUsernames(ada, 'okafor')).toEqual(['okafor', 'okafor-2', 'deep-blue'])
    expect((await findUsernames(ada, 'bob'))[0]).toBe('bob')
    expect(await findUsernames(ada, 'zoë äy')).toEqual(['okafor'])
    expect(await findUsernames(ada, 'äyr')).toEqual(['okafor'])
  })

  test('as a bare list with only the public fields', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    await signInNewMember(api, 'bob')

    const reply = await ada.send(searchPeople, { querystring: { username: 'bob' } })

    expect(reply.json()).toEqual([
      {
        _id: expect.any(String),
        userName: 'bob',
        profilePicture: '',
        firstName: 'Ada',
        lastName: 'Lovelace',
      },
    ])
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test('with their profile picture', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const { _id } = await bob.call(getViewer, {})
    const key = 'k'.repeat(43)
    await api.db.insertInto('pictures').values({ key, member_id: _id }).execute()
    await api.db.updateTable('members').set({ picture: key }).where('id', '=', _id).execute()
    const people = await ada.call(searchPeople, { querystring: { username: 'bob' } })
    expect(people).toMatchObject([{ profilePicture: `/pictures/${key}/512.webp` }])
  })

  test('unless one of the two blocked the other; a mute changes nothing', async () => {
    await using api = await startApp(relaxed)
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const ids = [(await ada.call(getViewer, {}))._id, (await bob.call(getViewer, {}))._id] as const
    await ada.call(muteMember, { params: { id: ids[1] } })
    expect(await findUsernames(ada, 'bo')).toEqual(['bob'])
    await ada.call(blockMember, { params: { id: ids[1] } })
    expect([await findUsernames(ada, 'bo'), await findUsernames(bob, 'ad')]).toEqual([[], []])
    await ada.call(unblockMember, { params: { id: ids[1] } })
    expect([await findUsernames(ada, 'bo'), await findUsernames(bob, 'ad')]).toEqual([
      ['bob'],
      ['ada'],
    ])
  })

  test('twenty at most', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const names = Array.from({ length: 25 }, (_, index) => `bo-${String(index).padStart(2, '0')}`)
    for (const name of names.toReversed()) await createMemberFixture(api.db, name)
    expect(await findUsernames(ada, 'bo')).toEqual(names.slice(0, 20))
  })

  test('by the typed characters: none is a wildcard', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    for (const name of ['bob', 'b_b', 'b-b']) await createMemberFixture(api.db, name)
    expect(await findUsernames(ada, 'b_')).toEqual(['b_b'])
    const hostile = ['%%', 'b%', '__', '\\_', 'b\\', '%b', "b'--", 'bo\u0000', 'ｂｏ', 'bö', 'bo~']
    for (const typed of [...hostile, '🙂🙂', 'b'.repeat(31), 'b'.repeat(5000)]) {
      expect(await findUsernames(ada, typed)).toEqual([])
    }
  })

  test('but never the caller, deleted members or unverified ones', async () => {
    await using api = await startApp(relaxed)
    const [ada, adam] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'adam')]
    await signInNewMember(api, 'adele')
    await adam.call(deleteAccount, { body: { password: PASSWORD } })
    await ada.call(signUp, { body: buildSignUpForm('adrian') })
    await createMemberFixture(api.db, 'adsample')
    expect(await findUsernames(ada, 'ad')).toEqual(['adele', 'adsample'])
  })
})

describe('people are not found', () => {
  test('by visitors', async () => {
    await using api = await startApp()
    await createMemberFixture(api.db, 'bob')
    const reply = await api.visitor.send(searchPeople, { querystring: { username: 'bob' } })
    expect([reply.statusCode, reply.json()]).toMatchObject([401, { code: 'not-signed-in' }])
  })

  test.each(['', 'b', ' b ', '   '])('by fewer than two characters: %j', async (username) => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const reply = await ada.send(searchPeople, { querystring: { username } })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { fields: { username: 'Type at least 2 characters' } },
    ])
  })

  test('by a missing or repeated parameter', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    for (const query of ['', '?username=bo&username=ad', '?username[]=bo']) {
      expect((await ada.request('GET', `${searchPeople.url}${query}`)).statusCode).toBe(400)
    }
  })
})

test('people search is limited to thirty requests a minute', async () => {
  await using api = await startApp()
  const ada = await signInNewMember(api, 'ada')
  const statuses = []
  for (let index = 0; index < 31; index += 1) {
    const reply = await ada.send(searchPeople, { querystring: { username: 'bo' } })
    statuses.push(reply.statusCode)
  }
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
  expect(statuses[30]).toBe(429)
})

async function findUsernames(browser: Browser, username: string): Promise<string[]> {
  const people = await browser.call(searchPeople, { querystring: { username } })
  return people.map(({ userName }) => userName)
}
