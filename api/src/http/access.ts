import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import plugin from 'fastify-plugin'
import { Refusal } from '../errors.ts'
import type { Session } from './session.ts'

export interface Member {
  id: string
  username: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: 'public' | 'member'
  }
  interface FastifyRequest {
    member: Member | null
  }
}

/** Refuses visitors on every route that is not declared 'public'; a route without a declaration prevents startup. */
export const access = plugin(async (app: FastifyInstance) => {
  const routes: RouteOptions[] = []

  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const undeclared = routes.filter((route) => !route.config?.access)
    if (undeclared.length === 0) return
    const names = undeclared.map((route) => `${String(route.method)} ${route.url}`)
    throw new Error(`These routes do not declare who may call them: ${names.join(', ')}`)
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const isPublic = request.is404 || request.routeOptions.config.access === 'public'
    done(isPublic || request.member ? undefined : new Refusal('not-signed-in', 'Please log in'))
  })
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
