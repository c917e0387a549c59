import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import { clearCookie, setCookie } from '../../http/cookies.ts'
import { SESSION_IDLE_TIMEOUT } from '../../http/session.ts'
import { SESSIONS_CHANGED, type Bus } from '../../realtime/bus.ts'
import { hashToken, isToken, generateToken } from '../../secrets.ts'

const SESSION_DAYS = 30
const SESSIONS_MAX = 20
const AUTH_SUCCESS_SECONDS = 60

/**
 * Signs this browser in under a new id; whatever session it had before ends in the same transaction.
 * The cookies are set by `carrySession` once that has committed.
 */
export async function createSession(tx: Queryable, request: FastifyRequest, memberId: string) {
  const token = generateToken()
  const before = request.cookies[request.server.cookieNames.session]
  if (isToken(before)) {
    await tx.deleteFrom('sessions').where('token_hash', '=', hashToken(before)).execute()
  }
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      member_id: memberId,
      device: describeDevice(request),
      expires_at: sql`now() + make_interval(days => ${SESSION_DAYS})`,
    })
    .execute()
  await deleteOldestSessions(tx, memberId)
  return token
}

export function setSessionCookies(app: FastifyInstance, reply: FastifyReply, token: string): void {
  const maxAgeSeconds = SESSION_DAYS * 86_400
  setCookie(reply, app.cookieNames.session, token, { maxAgeSeconds })
  setCookie(reply, app.cookieNames.signedIn, '1', { maxAgeSeconds, isScriptReadable: true })
}

/** Tells the login page, once, that the way over Google ended well. */
export function setAuthSuccessCookie(app: FastifyInstance, reply: FastifyReply): void {
  const options = { maxAgeSeconds: AUTH_SUCCESS_SECONDS, isScriptReadable: true }
  setCookie(reply, app.cookieNames.authSuccess, '1', options)
}

export function clearSessionCookies(app: FastifyInstance, reply: FastifyReply): void {
  const { session, signedIn, authSuccess } = app.cookieNames
  for (const name of [session, signedIn, authSuccess]) clearCookie(reply, name)
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends all sessions of the member, but for the one to keep. */
export async function deleteSessions(
  db: Queryable,
  memberId: string,
  keep?: string,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .$if(keep !== undefined, (sessions) => sessions.where('id', '!=', keep ?? ''))
    .execute()
}

/** Ends the sockets of sessions that have ended. Said after the commit, or they would still be found. */
export function publishSessionsChanged(bus: Bus, memberId: string | undefined): void {
  if (memberId !== undefined) bus.publish(memberId, SESSIONS_CHANGED)
}

export async function selectSessions(db: Queryable, memberId: string, thisOne: string) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id as _id', 'device', 'last_seen_at as lastSeenAt'])
    .select(sql<string>`uuid_v7_time(id)`.as('signedInAt'))
    .where('member_id', '=', memberId)
    .where('expires_at', '>', sql<string>`now()`)
    .where('last_seen_at', '>', sql<string>`now() - interval '${sql.raw(SESSION_IDLE_TIMEOUT)}'`)
    .orderBy('last_seen_at', 'desc')
    .limit(SESSIONS_MAX)
    .execute()
  return rows.map((session) => ({ ...session, isThisOne: session._id === thisOne }))
}

async function deleteOldestSessions(tx: Queryable, memberId: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('id')
        .where('member_id', '=', memberId)
        .orderBy('id', 'desc')
        .offset(SESSIONS_MAX),
    )
    .execute()
}

/** "Firefox on Linux": enough to recognise one's own devices. */
export function describeDevice({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const agent = headers['user-agent'] ?? ''
  const browser = BROWSERS.find(([mark]) => agent.includes(mark))?.[1] ?? 'A browser'
  const system = OPERATING_SYSTEMS.find(([mark]) => agent.includes(mark))?.[1]
  return system ? `${browser} on ${system}` : browser
}

// In this order: most browsers also claim to be the ones further down.
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const OPERATING_SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const
