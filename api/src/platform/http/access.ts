import type { Access, CallPolicy, Restriction } from '@dolph/contract/endpoint'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import plugin from 'fastify-plugin'
import type { Database } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { RECENT_MS } from './recent-sessions.ts'
import { createLimitedRefusal, isRestricted, type MemberRestriction } from './restrictions.ts'
import type { RouteConfig } from './route-config.ts'
import { hasRole } from './staff-role.ts'
import type { Session } from './session.ts'

export interface Member {
  id: string
  username: string
  /** How often the blocks and mutes of the member have changed: 0 if there are none. */
  ignoredChanges: number
  /** What decisions of moderators have closed to the member; null without any. */
  restrictions: readonly MemberRestriction[] | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Where it is `sometimes`, the handler decides with `requireProof`. */
    proof?: CallPolicy['proof']
    restriction?: Restriction
    errors?: CallPolicy['errors']
  }
  interface FastifyInstance {
    /** Every route of the app, those for HEAD included; complete once the app is ready. */
    declaredRoutes: readonly RouteOptions[]
  }
  interface FastifyRequest {
    member: Member | null
  }
}

/**
 * Refuses visitors on every route that is not declared 'public', members without the role that it is declared for, staff without a
 * second factor, those to whom a moderator closed it, and those without proof where it is always needed; a route without a declaration
 * prevents startup.
 */
export const access = plugin<{ db: Database }>(async (app: FastifyInstance, { db }) => {
  const routes: RouteOptions[] = []
  app.decorate('declaredRoutes', routes)

  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = routes.filter((route) => !route.config?.access)
    if (undeclared.length === 0) return
    const names = undeclared.map((route) => `${String(route.method)} ${route.url}`)
    throw new Error(`These routes do not declare who may call them: ${names.join(', ')}`)
  })

  app.addHook('onRequest', (request, _reply, done) => check(request, done))

  // A client can take fifteen seconds for its body: the session may have ended since, or a moderator may have closed the call.
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.session || performance.now() - request.identifiedAt < RECENT_MS) return done()
    app.identifyAgain(request).then(() => check(request, done), done)
  })

  function check(request: FastifyRequest, done: (refusal?: Error) => void): void {
    const { access: allowed, proof, restriction = 'none' }: RouteConfig = request.routeConfig
    const { member } = request
    if (request.is404 || allowed === undefined || allowed === 'public') return done()
    if (!member) return done(new Refusal('not-signed-in', 'Please log in'))
    const lacksProof = proof === 'always' && request.session?.isProved !== true
    const refusal = lacksProof ? createProofNeededRefusal() : undefined
    // Only calls for staff and calls of restricted members cost a query.
    if (allowed === 'member' && !isRestricted(member, restriction)) return done(refusal)
    findRefusal(request, member, restriction).then((found) => done(found ?? refusal), done)
  }

  async function findRefusal(request: FastifyRequest, member: Member, restriction: Restriction) {
    const { access: allowed } = request.routeConfig
    if (allowed === 'moderator' || allowed === 'admin') {
      // The call does not exist for others.
      if (!(await hasRole(db, member.id, allowed))) return new Refusal('not-found', 'Not found')
      if (request.session?.hasSecondFactor !== true) {
        return new Refusal('second-factor-needed', 'Set up a second factor to review.')
      }
    }
    return isRestricted(member, restriction)
      ? createLimitedRefusal(db, member, restriction)
      : undefined
  }
})

/** The signed-in member of a request on a member route. */
export function requireMember({ member }: FastifyRequest): Member {
  if (!member) throw new Refusal('not-signed-in', 'Please log in')
  return member
}

/** The session of a request on a member route. */
export function requireSession({ session }: FastifyRequest): Session {
  if (!session) throw new Refusal('not-signed-in', 'Please log in')
  return session
}

/** Refuses the request unless the member has just proved that it is them. The route must declare `proof`. */
export function requireProof(request: FastifyRequest): void {
  if (!request.routeConfig.proof) {
    throw new Error(`${request.routeConfig.url ?? ''} does not declare that it may need proof`)
  }
  if (!requireSession(request).isProved) throw createProofNeededRefusal()
}

function createProofNeededRefusal(): Refusal {
  return new Refusal('proof-needed', 'Please confirm that it is you.')
}
