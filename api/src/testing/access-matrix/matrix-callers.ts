import { signUp } from '@dolph/contract/accounts/accounts'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { generateToken, hashToken } from '../../platform/crypto/secrets.ts'
import { buildSignUpForm } from '../sign-up-member.ts'
import { CALLERS, type CallerName } from './access-classes.ts'
import type { MatrixApp, MatrixFixtures } from './matrix-fixtures.ts'
import { publishSessionChange } from '../../platform/realtime/bus.ts'

/** What a caller sends with every request. */
export interface Caller {
  cookies: Record<string, string>
  headers: Record<string, string>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const callerNames = Object.keys(CALLERS) as CallerName[]

/** Creates one caller of each kind, each with a session of its own. */
export async function createCallers(api: MatrixApp, fixtures: MatrixFixtures) {
  const callers = new Map<CallerName, Caller>()
  for (const name of callerNames) callers.set(name, await createCaller(api, fixtures, name))
  return callers
}

export async function createCaller(
  api: MatrixApp,
  fixtures: MatrixFixtures,
  name: CallerName,
): Promise<Caller> {
  const { owner, other, google, coOwner, deleted, moderator, admin } = fixtures
  const ownOrigin = api.config.APP_ORIGIN
  const signIn = async (memberId: string, times: SessionTimes = {}) =>
    requestToken(api, await insertSession(api, memberId, times))
  const signInFrom = async (origin: string | undefined, site?: string): Promise<Caller> => {
    const { cookies, headers } = await signIn(owner)
    const token = headers['x-csrf-token'] ?? ''
    return { cookies, headers: { 'x-csrf-token': token, ...buildOriginHeaders(origin, site) } }
  }
  const signInWithToken = async (token?: string): Promise<Caller> => {
    const { cookies } = await signIn(owner)
    const headers = buildOriginHeaders(ownOrigin, 'same-origin')
    return { cookies, headers: { ...headers, ...(token && { 'x-csrf-token': token }) } }
  }
  const getToken = ({ headers }: Caller) => headers['x-csrf-token']
  const factories: Record<CallerName, () => Promise<Caller>> = {
    anonymous: async () => requestToken(api, {}),
    expiredSession: async () => signIn(owner, { expiresInMs: -HOUR_MS }),
    idleSession: async () => signIn(owner, { lastSeenMs: -8 * DAY_MS }),
    endedSession: async () =>
      requestToken(api, await endSession(api, (await signIn(owner)).cookies)),
    endedSessionWithItsToken: async () => {
      const caller = await signIn(owner)
      return { ...caller, cookies: await endSession(api, caller.cookies) }
    },
    deletedMember: async () => signIn(deleted),
    unverifiedSignUp: async () =>
      requestToken(api, await signUpUnverified(api, await fixtures.fillIn('unverified-{number}'))),
    otherMember: async () => signIn(other),
    googleMember: async () => signIn(google),
    coOwner: async () => signIn(coOwner),
    moderator: async () => signIn(moderator, { provedForMs: DAY_MS }),
    admin: async () => signIn(admin, { provedForMs: DAY_MS }),
    owner: async () => signIn(owner),
    ownerWithFetchMetadataOnly: async () => signInFrom(undefined, 'same-origin'),
    ownerWithoutToken: async () => signInWithToken(),
    ownerWithTokenOfOtherMember: async () => signInWithToken(getToken(await signIn(other))),
    ownerWithTokenOfVisitor: async () => signInWithToken(getToken(await requestToken(api, {}))),
    ownerFromForeignOrigin: async () => signInFrom('https://evil.example', 'cross-site'),
    ownerFromNullOrigin: async () => signInFrom('null'),
    ownerFromSubdomain: async () => signInFrom(ownOrigin.replace('://', '://blog.'), 'same-site'),
    ownerFromOwnOriginCrossSite: async () => signInFrom(ownOrigin, 'cross-site'),
    ownerWithoutOriginAndFetchMetadata: async () => signInFrom(undefined),
  }
  return factories[name]()
}

function buildOriginHeaders(origin?: string, site?: string): Record<string, string> {
  return { ...(origin && { origin }), ...(site && { 'sec-fetch-site': site }) }
}

/** Fetches a CSRF token as the page does; a browser without a session gets a cookie with it. */
async function requestToken(api: MatrixApp, cookies: Record<string, string>): Promise<Caller> {
  const reply = await api.app.inject({ url: getCsrfToken.url, cookies })
  const { token } = reply.json<{ token: string }>()
  const received = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
  const headers = buildOriginHeaders(api.config.APP_ORIGIN, 'same-origin')
  return { cookies: { ...cookies, ...received }, headers: { ...headers, 'x-csrf-token': token } }
}

interface SessionTimes {
  expiresInMs?: number
  lastSeenMs?: number
  /** How long the session has proof. */
  provedForMs?: number
}

/** Inserts a session directly into the database and returns its cookie. */
async function insertSession(
  { db, app }: MatrixApp,
  memberId: string,
  { expiresInMs = DAY_MS, lastSeenMs = 0, provedForMs = 0 }: SessionTimes,
): Promise<Record<string, string>> {
  const token = generateToken()
  const session = {
    token_hash: hashToken(token),
    member_id: memberId,
    expires_at: new Date(Date.now() + expiresInMs).toISOString(),
    last_seen_at: new Date(Date.now() + lastSeenMs).toISOString(),
    proved_until: new Date(Date.now() + provedForMs).toISOString(),
    // Staff needs one, and it changes nothing for others.
    second_factor_at: new Date().toISOString(),
  }
  await db.insertInto('sessions').values(session).execute()
  return { [app.cookieNames.session]: token }
}

/** Signs up and returns the cookie that recognizes the browser. */
async function signUpUnverified(api: MatrixApp, username: string): Promise<Record<string, string>> {
  const browser = api.browser()
  await browser.call(signUp, { body: buildSignUpForm(username) })
  return Object.fromEntries(browser.cookies)
}

async function endSession(
  { db, bus, app }: MatrixApp,
  cookies: Record<string, string>,
): Promise<Record<string, string>> {
  const token = cookies[app.cookieNames.session] ?? ''
  const { memberId } = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', hashToken(token))
    .returning('member_id as memberId')
    .executeTakeFirstOrThrow()
  publishSessionChange(bus, memberId)
  return cookies
}
