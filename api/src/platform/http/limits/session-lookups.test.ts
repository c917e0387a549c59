import { getViewer } from '@dolph/contract/accounts/viewer'
import { searchPeople } from '@dolph/contract/people/people'
import { expect, test, vi } from 'vitest'
import { generateToken } from '../../crypto/secrets.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { sessionStatement } from '../session.ts'

const MISSES_A_MINUTE = 600
const PEOPLE_SEARCHES_A_MINUTE = 30

type Api = Awaited<ReturnType<typeof startApp>>

test('a flood of invented sessions costs no query above its limit, and stops no member at the same address', async () => {
  await using api = await startApp()
  const ada = await signInNewMember(api, 'ada')
  await ada.call(getViewer, {})
  const lookups = watchLookups(api)

  const replies = await Promise.all(
    Array.from({ length: MISSES_A_MINUTE + 50 }, () => sendInvented(api)),
  )

  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(50)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(lookups.count()).toBe(MISSES_A_MINUTE)
  expect((await ada.send(getViewer, {})).statusCode).toBe(200)
})

test('a member above a limit costs no query', async () => {
  await using api = await startApp()
  const ada = await signInNewMember(api, 'ada')
  const search = async () =>
    (await ada.send(searchPeople, { querystring: { username: 'ada' } })).statusCode
  for (let index = 0; index < PEOPLE_SEARCHES_A_MINUTE; index += 1) expect(await search()).toBe(200)
  const lookups = watchLookups(api)

  expect(await search()).toBe(429)

  expect(lookups.count()).toBe(0)
})

test('a valid session that is new to the process does not count as invented', async () => {
  await using api = await startApp()
  const ada = await signInNewMember(api, 'ada')
  await Promise.all(Array.from({ length: MISSES_A_MINUTE - 1 }, () => sendInvented(api)))

  expect((await ada.send(getViewer, {})).statusCode).toBe(200)

  expect((await sendInvented(api)).statusCode).toBe(401)
  expect((await sendInvented(api)).statusCode).toBe(429)
})

/** Asks who is signed in, with a session token that is well-formed and nobody's. */
async function sendInvented(api: Api) {
  const stranger = api.browser()
  stranger.cookies.set('sid', generateToken())
  return stranger.send(getViewer, {})
}

/** Counts the session lookups from now on. */
function watchLookups({ db }: Api) {
  const query = vi.spyOn(db.pool, 'query')
  return {
    count: () =>
      query.mock.calls.filter(([config]) => {
        const { text } = config as unknown as { text?: string }
        return text === sessionStatement.sql
      }).length,
  }
}
