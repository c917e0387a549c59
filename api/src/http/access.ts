import type { Access, CallPolicy } from '@dolph/contract/endpoint'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import plugin from 'fastify-plugin'
import { Refusal } from '../errors.ts'
import type { Session } from './session.ts'

export interface Member {
  id: string
  username: string
  /** No member has a role yet, so that calls for moderators and admins refuse everybody. */
  role?: Role
}

type Role = Extract<Access, 'moderator' | 'admin'>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Where it is `sometimes`, the handler decides with `requireProof`. */
    proof?: CallPolicy['proof']
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
 * Refuses visitors on every route that is not declared 'public', members without the role that it is declared for, and
 * members without proof where it is always needed; a route without a declaration prevents startup.
 */
export const access = plugin(async (app: FastifyInstance) => {
  const routes: RouteOptions[] = []
  app.decorate('declaredRoutes', routes)

  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = routes.filter((route) => !route.config?.access)
    if (undeclared.length === 0) return
    const names = undeclared.map((route) => `${String(route.method)} ${route.url}`)
    throw new Error(`These routes do not declare who may call them: ${names.join(', ')}`)
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const { access: allowed, proof } = request.routeOptions.config
    if (request.is404 || allowed === undefined || allowed === 'public') return done()
    if (!request.member) return done(new Refusal('not-signed-in', 'Please log in'))
    if (allowed !== 'member' && !hasRole(request.member, allowed)) {
      return done(new Refusal('forbidden', 'You do not have permission to do this'))
    }
    const lacksProof = proof === 'always' && request.session?.isProved !== true
    done(lacksProof ? createProofNeededRefusal() : undefined)
  })
})

/** Whether a member may do what is reserved for a role: admins may do what moderators may. */
export function hasRole({ role }: Pick<Member, 'role'>, needed: Role): boolean {
  return role === 'admin' || role === needed
}

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
  if (!request.routeOptions.config.proof) {
    throw new Error(`${request.routeOptions.url ?? ''} does not declare that it may need proof`)
  }
  if (!requireSession(request).isProved) throw createProofNeededRefusal()
}

function createProofNeededRefusal(): Refusal {
  return new Refusal('proof-needed', 'Please confirm that it is you.')
}
