import { deleteAccount } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { setAvailability, type Availability } from '@dolph/contract/people/availability'
import { browsePeople } from '@dolph/contract/people/browse-people'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { PASSWORD, signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { indexQueuedMembers } from './people-index.ts'
import { CANDIDATES_MAX } from './people-statements.ts'

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

let api: Awaited<ReturnType<typeof startApp>>
let ada: Awaited<ReturnType<typeof signIn>>
let bob: typeof ada
let carla: typeof ada
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ada = await signIn('ada')
  bob = await signIn('bob')
  carla = await signIn('carla')
  return () => api[Symbol.asyncDispose]()
})

test('those who are open to join come first, the last to say so first, then the newest members', async () => {
  await offer(bob, {})
  await sql`update availabilities set renewed_on = renewed_on - 1`.execute(api.db)
  await sql`update seeker_terms set renewed_on = renewed_on - 1`.execute(api.db)
  await offer(carla, {})
  for (const name of ['other', 'others', 'otherwise']) await insertMembers(name, 1)
  const names = ['carla', 'bob', 'otherwise-1', 'others-1', 'other-1']
  expect(await browse({})).toEqual(names)
  for (const limit of [1, 2, 3, 4]) expect(await browse({ limit })).toEqual(names)
  expect(await browse({ q: 'oth' })).toEqual(names.slice(2))
})

test('a filter leaves those who have all of it', async () => {
  await bob.call(updateProfile, {
    body: { skills: ['React.js', 'Go', 'C++'], bio: 'I draw tide charts for sailors, 潮汐' },
  })
  await carla.call(updateProfile, {
    body: { firstName: 'Carla', lastName: 'Okafor', skills: ['react'], bio: 'Sailors’ clocks' },
  })
  await offer(bob, { hours: 4, zone: 'America/New_York', topics: ['maps', 'games'] })
  await offer(carla, { hours: 10, zone: 'Asia/Kolkata', topics: ['games'] })
  const filters: [Filter, string[]][] = [
    [{ skills: 'ReactJS' }, ['carla', 'bob']],
    [{ skills: 'react, golang' }, ['bob']],
    [{ skills: 'react,rust' }, []],
    [{ q: 'SAILORS' }, ['carla', 'bob']],
    [{ q: 'sailors tide', skills: 'c++' }, ['bob']],
    [{ q: '潮汐' }, ['bob']],
    [{ q: 'sail' }, []],
    [{ q: 'carla oka' }, ['carla']],
    [{ q: '++' }, []],
    [{ topic: 'maps' }, ['bob']],
    [{ topic: 'games', q: 'clocks' }, ['carla']],
    [{ hours: 5 }, ['carla']],
    [{ near: 'America/Chicago' }, ['bob']],
    [{ near: 'Asia/Calcutta', skills: 'react' }, ['carla']],
    [{ near: 'Pacific/Auckland' }, []],
  ]
  for (const [filter, names] of filters) {
    const found = await browse(filter)
    expect([filter, found.toSorted()]).toEqual([filter, names.toSorted()])
  }
})

test('the caller, deleted, suspended and blocked members are in no list', async () => {
  const [gone, suspended] = [await signIn('gone'), await signIn('suspended')]
  for (const member of [ada, gone, suspended]) await offer(member, { topics: ['music'] })
  expect(await browse({ topic: 'music' })).toEqual(['suspended', 'gone'])
  await gone.call(deleteAccount, { body: { password: PASSWORD } })
  await sql`update members set suspended_until = 'infinity' where id = ${suspended.id}`.execute(
    api.db,
  )
  expect(await browse({ topic: 'music' })).toEqual([])
  expect(await browse({ q: 'gone' })).toEqual([])
})

test('a page looks at a bounded number of members, and an empty one leads on', async () => {
  await insertMembers('reef', CANDIDATES_MAX + 5, 'coral')
  await insertMembers('kelp', 1, 'coral amber')
  await insertMembers('reefs', CANDIDATES_MAX + 5, 'coral')
  await insertMembers('sand', CANDIDATES_MAX + 5, 'amber')
  const first = await ada.call(browsePeople, { querystring: { q: 'coral amber' } })
  expect([first.data, first.nextCursor]).toEqual([[], expect.any(String)])
  expect(await browse({ q: 'coral amber' })).toEqual(['kelp-1'])
})

type Filter = Parameters<typeof ada.call<typeof browsePeople>>[1]['querystring']

/** The usernames on all pages. */
async function browse(filter: Filter): Promise<string[]> {
  await indexQueuedMembers(api.db)
  const names: string[] = []
  let cursor: string | undefined
  do {
    const querystring = { ...filter, ...(cursor !== undefined && { cursor }) }
    const { data, nextCursor } = await ada.call(browsePeople, { querystring })
    names.push(...data.map(({ userName }) => userName))
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return names
}

async function signIn(userName: string) {
  const browser = await signInNewMember(api, userName)
  return { ...browser, id: (await browser.call(getViewer, {}))._id }
}

async function offer(member: typeof ada, fields: Partial<Availability>): Promise<void> {
  await member.call(setAvailability, {
    body: {
      hours: 6,
      zone: 'Europe/Lisbon',
      rewards: ['unpaid'],
      topics: [],
      note: '',
      until: TOMORROW,
      ...fields,
    },
  })
}

/** Members with `name-1` and so on as usernames, and a text about them, all findable. */
async function insertMembers(name: string, count: number, bio = ''): Promise<void> {
  await sql`
    with added as (
      insert into members (username) select ${name} || '-' || n from generate_series(1, ${count}::integer) as n returning id)
    insert into profiles (member_id, bio) select id, ${bio} from added`.execute(api.db)
  while (await indexQueuedMembers(api.db));
}
