import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireSession } from '../../../platform/http/access.ts'
import { clearCookie, setCookie } from '../../../platform/http/cookies.ts'
import { SESSION_IDLE_TIMEOUT } from '../../../platform/http/session.ts'
import { publishSessionChange, SESSIONS_CHANGED, type Bus } from '../../../platform/realtime/bus.ts'
import { hashToken, isToken, generateToken } from '../../../platform/crypto/secrets.ts'
import { recordAccountEvent } from '../account-events.ts'
import { describeDevice } from './describe-device.ts'
import { rememberDevice, setDeviceCookie } from './known-devices.ts'

const SESSION_DAYS = 30
const SESSIONS_MAX = 20
const AUTH_SUCCESS_SECONDS = 60

/** The values of the cookies that a browser gets when it signs in. */
export interface SessionTokens {
  memberId: string
  session: string
  device: string
}

interface NewSession {
  /** A second factor was given. */
  hasSecondFactor?: boolean
  /** Until when the session may make calls that need proof. */
  provedUntil?: RawBuilder<string>
}

/**
 * Creates a session with a new token and deletes the browser's previous one in the same transaction.
 * The caller sets the cookies with `setSessionCookies` after the commit.
 */
export async function createSession(
  tx: Queryable,
  request: FastifyRequest,
  memberId: string,
  { hasSecondFactor = false, provedUntil }: NewSession = {},
): Promise<SessionTokens> {
  const token = generateToken()
  const previousToken = request.cookies[request.server.cookieNames.session]
  if (isToken(previousToken)) {
    await tx.deleteFrom('sessions').where('token_hash', '=', hashToken(previousToken)).execute()
  }
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      member_id: memberId,
      device: describeDevice(request),
      expires_at: sql`now() + make_interval(days => ${SESSION_DAYS})`,
      second_factor_at: hasSecondFactor ? sql`now()` : null,
      ...(provedUntil && { proved_until: provedUntil }),
    })
    .execute()
  const isOldestEnded = await deleteOldestSessions(tx, memberId)
  if (isOldestEnded)
    await recordAccountEvent(tx, request, { memberId, kind: 'oldest-session-ended' })
  const device = await rememberDevice(tx, request, memberId, { hasSecondFactor })
  return { memberId, session: token, device }
}

export function setSessionCookies(
  app: FastifyInstance,
  reply: FastifyReply,
  { session, device }: SessionTokens,
): void {
  const maxAgeSeconds = SESSION_DAYS * 86_400
  setCookie(reply, app.cookieNames.session, session, { maxAgeSeconds })
  setDeviceCookie(app, reply, device)
  setCookie(reply, app.cookieNames.signedIn, '1', { maxAgeSeconds, isScriptReadable: true })
}

/** Tells the login page, once, that signing in with Google or GitHub succeeded. */
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

/**
 * Refuses if the session has ended since it was looked up: the body may have taken seconds, in which the owner has reset the password or
 * logged out everywhere. The account must be locked, as it is wherever all sessions end. Returns whether it has a second factor still.
 */
export async function requireOpenSession(
  tx: Queryable,
  request: FastifyRequest,
): Promise<{ hasSecondFactor: boolean }> {
  const session = await tx
    .selectFrom('sessions')
    .select('second_factor_at')
    .where('id', '=', requireSession(request).id)
    .executeTakeFirst()
  if (!session) throw new Refusal('not-signed-in', 'Please log in')
  return { hasSecondFactor: session.second_factor_at !== null }
}

/**
 * Deletes all sessions of the member except the one with `keptId`, and the sign-ins that wait for a second factor. The account must be
 * locked.
 */
export async function deleteSessions(
  db: Queryable,
  memberId: string,
  keptId?: string,
): Promise<void> {
  // First: one that is finished meanwhile has committed its session then, which is deleted too.
  await db.deleteFrom('begun_sign_ins').where('member_id', '=', memberId).execute()
  await db
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .$if(keptId !== undefined, (sessions) => sessions.where('id', '!=', keptId ?? ''))
    .execute()
}

/** Ends deleted sessions on every process and closes their sockets. Published after the commit: before it, they would still be found. */
export function publishSessionsChanged(bus: Bus, memberId: string | undefined): void {
  if (memberId === undefined) return
  publishSessionChange(bus, memberId)
  bus.publish(memberId, SESSIONS_CHANGED)
}

/** The browser's previous session has ended, and with too many sessions the member's oldest. */
export function publishSignIn(
  bus: Bus,
  { member }: Pick<FastifyRequest, 'member'>,
  { memberId }: Pick<SessionTokens, 'memberId'>,
): void {
  for (const id of new Set([member?.id, memberId])) publishSessionsChanged(bus, id)
}

export async function selectSessions(db: Queryable, memberId: string, currentId: string) {
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
  return rows.map((session) => ({ ...session, isThisOne: session._id === currentId }))
}

/** Deletes the sessions above the limit; returns whether there were any. */
async function deleteOldestSessions(tx: Queryable, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('id')
        .where('member_id', '=', memberId)
        .orderBy('id', 'desc')
        .offset(SESSIONS_MAX),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}
