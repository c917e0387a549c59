import { getViewer } from '@dolph/contract/accounts/viewer'
import {
  endAvailability,
  readAvailability,
  setAvailability,
  type Availability,
} from '@dolph/contract/people/availability'
import { browsePeople } from '@dolph/contract/people/browse-people'
import { readProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import { blockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { deleteEndedAvailabilities } from './availability.ts'
import { selectCandidate } from './candidates.ts'

const DAY_MS = 86_400_000

let api: Awaited<ReturnType<typeof startApp>>
let ada: Browser
let adaId: string
let bob: Browser
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ada = await signInNewMember(api, 'ada')
  adaId = (await ada.call(getViewer, {}))._id
  bob = await signInNewMember(api, 'bob')
  return () => api[Symbol.asyncDispose]()
})

describe('a member who is open to join', () => {
  test('says so for sixty days at most, and not for a day that is over', async () => {
    for (const days of [-1, 61]) {
      const reply = await ada.send(setAvailability, { body: offer({ until: dayAhead(days) }) })
      expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([
        400,
        ['until'],
      ])
    }
    for (const days of [0, 60]) {
      const body = offer({ until: dayAhead(days) })
      expect((await ada.call(setAvailability, { body })).data).toEqual(body)
      expect((await ada.call(readAvailability, {})).data).toEqual(body)
    }
  })

  test('is found by skills under every spelling, by topics, and by what changed since', async () => {
    await ada.call(updateProfile, { body: { skills: ['ReactJS', 'Go'], bio: 'Maps of reefs' } })
    await ada.call(setAvailability, { body: offer({ topics: ['games'] }) })
    expect(await readTerms()).toEqual(expect.arrayContaining(['skill:react', 'skill:go']))
    for (const querystring of [
      { skills: 'react,Golang' },
      { topic: 'games' as const },
      { q: 'REEFS ad' },
    ]) {
      const { data } = await bob.call(browsePeople, { querystring })
      expect(data.map(({ userName }) => userName)).toEqual(['ada'])
    }

    await ada.call(updateProfile, { body: { skills: ['Rust'] } })
    await ada.call(setAvailability, { body: offer({ topics: ['maps'] }) })
    const terms = await readTerms()
    expect(terms.filter((term) => !term.startsWith('word:'))).toEqual(['skill:rust', 'topic:maps'])
    expect(await selectCandidate(api.db, adaId)).toEqual({
      skills: ['Rust'],
      availability: offer({ topics: ['maps'] }),
    })
  })

  test('is in no list from the second on at which it ends, and the rows go later', async () => {
    await ada.call(setAvailability, { body: offer() })
    await sql`update availabilities set until = (now() at time zone 'UTC')::date - 1`.execute(
      api.db,
    )
    expect((await ada.call(readAvailability, {})).data).toBeNull()
    const profile = await bob.call(readProfile, { params: { username: 'ada' } })
    expect(profile.data.availability).toBeNull()
    expect((await bob.call(browsePeople, { querystring: { hours: 1 } })).data).toEqual([])
    const { data } = await bob.call(browsePeople, { querystring: {} })
    expect(data).toMatchObject([{ userName: 'ada', availability: null }])

    await deleteEndedAvailabilities(api.db)
    expect(await readTerms()).toEqual([])
  })

  test('ends it with one call, also twice', async () => {
    await ada.call(setAvailability, { body: offer() })
    for (let call = 0; call < 2; call += 1) {
      expect((await ada.call(endAvailability, {})).data).toBeNull()
    }
    expect(await readTerms()).toEqual([])
    expect((await ada.call(readAvailability, {})).data).toBeNull()
  })

  test('is not open to those whom they blocked or who blocked them', async () => {
    await ada.call(setAvailability, { body: offer() })
    const read = async () =>
      (await bob.call(readProfile, { params: { username: 'ada' } })).data.availability
    expect(await read()).toEqual(offer())
    await ada.call(blockMember, { params: { id: (await bob.call(getViewer, {}))._id } })
    expect(await read()).toBeNull()
    expect((await bob.call(browsePeople, { querystring: {} })).data).toEqual([])
  })
})

function dayAhead(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}

function offer(fields: Partial<Availability> = {}): Availability {
  return {
    hours: 6,
    zone: 'Europe/Lisbon',
    rewards: ['unpaid'],
    topics: [],
    note: 'Evenings',
    until: dayAhead(30),
    ...fields,
  }
}

async function readTerms(): Promise<string[]> {
  const rows = await api.db
    .selectFrom('seeker_terms')
    .select('term')
    .where('member_id', '=', adaId)
    .orderBy('term')
    .execute()
  return rows.map(({ term }) => term)
}
