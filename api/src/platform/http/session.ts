import cookie from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { sql } from 'kysely'
import { queryCompiler, type Database } from '../db/database.ts'
import { prepareStatement } from '../db/prepared-statement.ts'
import type { Deps } from '../deps.ts'
import { hashToken, isToken } from '../crypto/secrets.ts'
import { traceCall } from '../telemetry/tracing/tracer.ts'
import { getCookieNames, type CookieNames } from './cookies.ts'
import { sessionLookups } from './http-metrics.ts'
import { isApiRequest } from './route-config.ts'
import { RECENT_MS, RecentSessions } from './recent-sessions.ts'
import { getAddressKey } from './limits/rate-limits.ts'
import { SessionLookups } from './limits/session-lookups.ts'
import type { MemberRestriction } from './restrictions.ts'

export const SESSION_IDLE_TIMEOUT = '7 days'
const LAST_SEEN_REFRESH_MS = 5 * 60_000

/** A signed-in browser. */
export interface Session {
  id: string
  tokenHash: Buffer
  expiresAt: string
  /** Whether the member has proved within the last ten minutes that it is them. */
  isProved: boolean
  /** Whether a second factor was given in it. */
  hasSecondFactor: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    cookieNames: CookieNames
    /** Sets the member of a request outside the API, for which the hook looks up no session. The hook has counted the request. */
    identifyMember: (request: FastifyRequest) => Promise<void>
    /** Looks the session of a request up again. Without one any more, the request is that of a visitor. */
    identifyAgain: (request: FastifyRequest) => Promise<void>
  }
  interface FastifyRequest {
    session: Session | null
    /** When the session was found, by `performance.now()`. */
    identifiedAt: number
  }
}

interface Options {
  db: Database
  bus: Deps['bus']
  appOrigin: string
  /** `relaxed` switches the limit of unknown sessions off. */
  limits: 'strict' | 'relaxed'
}

/** Counts the request in a rate limit: that of the member, or of the address of a visitor. */
type Count = (memberId?: string) => Promise<void>

/**
 * Counts a request and identifies its member. The session is looked up in PostgreSQL, and a lookup is used for up to a second: ending the
 * session takes effect on every process as soon as the bus tells it, and after a second at the latest.
 */
export const session = plugin<Options>(async (app, { db, bus, appOrigin, limits }) => {
  await app.register(cookie)
  const names = getCookieNames(appOrigin)
  const lookups = new SessionLookups(limits)
  const recentSessions = new RecentSessions<SessionRow>(bus)
  app.addHook('onClose', async () => recentSessions.close())
  app.decorate('cookieNames', names)
  app.decorateRequest('member', null)
  app.decorateRequest('session', null)
  app.decorateRequest('identifiedAt', 0)

  app.addHook('onRequest', (request, _reply, done) => {
    const token = request.cookies[names.session]
    if (!isToken(token) || !isApiRequest(request)) return app.countRequest(request, undefined, done)
    identify(request, token, async (memberId) => countRequest(request, memberId)).then(
      () => done(),
      done,
    )
  })

  async function countRequest(request: FastifyRequest, memberId?: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    app.countRequest(request, memberId, (refusal) => (refusal ? reject(refusal) : resolve()))
    return promise
  }

  app.decorate('identifyMember', async (request: FastifyRequest) => {
    const token = request.cookies[names.session]
    if (isToken(token)) await identify(request, token, async () => {})
  })

  app.decorate('identifyAgain', async (request: FastifyRequest) => {
    if (!request.session) return
    const { tokenHash } = request.session
    const row = await lookUp(tokenHash)
    if (row) return setSession(request, tokenHash, row)
    lookups.forget(tokenHash.toString('base64url'))
    request.member = null
    request.session = null
  })

  async function identify(request: FastifyRequest, token: string, count: Count): Promise<void> {
    const tokenHash = hashToken(token)
    const row = await countAndLookUp(request, tokenHash, count)
    if (!row) return
    setSession(request, tokenHash, row)
    if (Date.parse(row.lastSeenAt) >= Date.now() - LAST_SEEN_REFRESH_MS) return
    // The next requests use the same row, and need not write it again.
    row.lastSeenAt = new Date().toISOString()
    refreshLastSeen(request, db)
  }

  function setSession(request: FastifyRequest, tokenHash: Buffer, row: SessionRow): void {
    const { memberId: id, username, ignoredChanges, restrictions } = row
    request.member = { id, username, ignoredChanges, restrictions }
    const { expiresAt, isProved, hasSecondFactor } = row
    request.session = { id: row.id, tokenHash, expiresAt, isProved, hasSecondFactor }
    request.identifiedAt = performance.now()
  }

  async function lookUp(tokenHash: Buffer): Promise<SessionRow | undefined> {
    const lookedUpAt = performance.now()
    const row = await lookUpSession(db, tokenHash)
    if (row) recentSessions.set(tokenHash.toString('base64url'), row, lookedUpAt)
    return row
  }

  /** Counts the request before the lookup if it can, so that a request above a limit costs no query. */
  async function countAndLookUp(request: FastifyRequest, tokenHash: Buffer, count: Count) {
    const token = tokenHash.toString('base64url')
    // While Redis hangs, counting takes long, and the session may end meanwhile: a row is taken after it, or once more if it took a second.
    const knownMember = lookups.getKnownMember(token)
    if (knownMember === undefined) {
      const lookedUpAt = performance.now()
      const found = await lookups.runUnknown(getAddressKey(request.ip), () => lookUp(tokenHash))
      if (found) lookups.remember(token, found.memberId)
      await count(found?.memberId)
      return found && performance.now() - lookedUpAt >= RECENT_MS ? lookUp(tokenHash) : found
    }
    await count(knownMember)
    const recent = recentSessions.get(token)
    if (recent) {
      sessionLookups.recent += 1
      return recent
    }
    const row = await lookUp(tokenHash)
    if (!row) lookups.forget(token)
    return row
  }
})

async function lookUpSession(db: Database, tokenHash: Buffer): Promise<SessionRow | undefined> {
  try {
    const [row] = await traceCall('session', {}, () => sessionStatement.run(db, { tokenHash }))
    sessionLookups[row ? 'found' : 'none'] += 1
    return row
  } catch (error) {
    sessionLookups.failed += 1
    throw error
  }
}

/** Not awaited: a lost update shortens the session by a few minutes of its seven days. */
function refreshLastSeen(request: FastifyRequest, db: Database): void {
  db.updateTable('sessions')
    .set({ last_seen_at: sql`now()` })
    .where('id', '=', request.session?.id ?? '')
    .execute()
    .catch((error: unknown) =>
      request.log.warn(error, 'last-seen time of a session not updated; the next lookup retries'),
    )
}

interface SessionRow {
  id: string
  memberId: string
  username: string
  lastSeenAt: string
  expiresAt: string
  isProved: boolean
  hasSecondFactor: boolean
  ignoredChanges: number
  restrictions: MemberRestriction[] | null
}

export const sessionStatement = prepareStatement<{ tokenHash: Buffer }, SessionRow>((placeholder) =>
  queryCompiler
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['sessions.id', 'members.id as memberId', 'members.username'])
    .select('last_seen_at as lastSeenAt')
    .select(
      sql<string>`least(expires_at, last_seen_at + interval '${sql.raw(SESSION_IDLE_TIMEOUT)}')`.as(
        'expiresAt',
      ),
    )
    .select(sql<boolean>`coalesce(proved_until > now(), false)`.as('isProved'))
    .select(sql<boolean>`second_factor_at is not null`.as('hasSecondFactor'))
    .select('ignored_changes as ignoredChanges')
    // Null for almost everybody, without looking at the clock.
    .select(
      sql<MemberRestriction[] | null>`
        case when coalesce(suspended_until, posting_limited_until, messaging_limited_until) is not null then array_remove(array[
          case when suspended_until > now() then 'suspension' end,
          case when posting_limited_until > now() then 'posting' end,
          case when messaging_limited_until > now() then 'messaging' end], null) end`.as(
        'restrictions',
      ),
    )
    .where('token_hash', '=', placeholder('tokenHash'))
    .where('expires_at', '>', sql<string>`now()`)
    .where('last_seen_at', '>', sql<string>`now() - interval '${sql.raw(SESSION_IDLE_TIMEOUT)}'`)
    .where('members.deleted_at', 'is', null),
)
