import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { getAddressKey } from '../http/limits/rate-limits.ts'
import { sessionStatement } from '../http/session.ts'
import { hashToken, isToken } from '../crypto/secrets.ts'
import { Semaphore } from '../semaphore.ts'
import type { Identity } from './connection.ts'

/** When thousands reconnect at once, lookups queue here: the connection pool would time out and refuse them. */
const CONCURRENT_LOOKUPS_MAX = 4

/** Authenticates a request to open a socket by its origin and session cookie, before the upgrade. */
export function createUpgradeAuthenticator({ db, config }: Deps) {
  const lookups = new Semaphore({ concurrency: CONCURRENT_LOOKUPS_MAX })

  return async (request: FastifyRequest): Promise<Identity> => {
    const { server, cookies, headers, ip } = request
    if (server.readiness.isStopping) throw new Refusal('unavailable', 'This server is stopping')
    // Browsers send cookies with WebSocket requests from any page; only the origin identifies ours.
    if (headers.origin !== config.APP_ORIGIN) throw new Refusal('forbidden', 'Not from here')
    const token = cookies[server.cookieNames.session]
    if (!isToken(token)) throw new Refusal('not-signed-in', 'Please log in')
    const address = getAddressKey(ip)
    await server.throttles.consume('socket-address', address)
    const [session] = await lookups.run(() =>
      sessionStatement.run(db, { tokenHash: hashToken(token) }),
    )
    if (!session) throw new Refusal('not-signed-in', 'Please log in')
    await server.throttles.consume('socket-member', session.memberId)
    return { memberId: session.memberId, sessionId: session.id, address }
  }
}
