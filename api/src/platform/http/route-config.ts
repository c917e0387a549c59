import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'

/** What a route declares. */
export interface RouteConfig extends FastifyContextConfig {
  /** The pattern of the route and its method; undefined if no route was found. */
  url?: string
  method?: string | string[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the route declares. Each reading of `routeOptions` makes a new object, and every hook needs this. */
    routeConfig: RouteConfig
  }
}

/** Must be registered before all plugins that read `routeConfig`. */
export const routeConfig = plugin(async (app) => {
  app.decorateRequest('routeConfig')
  app.addHook('onRequest', (request: FastifyRequest, _reply, done) => {
    request.routeConfig = request.routeOptions.config
    done()
  })
})

/** Decides by the route that the router found: a URL can name it in many ways, such as /%61pi/ or http://host/api/. */
export function isApiRequest({ routeConfig: { url: pattern }, url }: FastifyRequest): boolean {
  return (pattern ?? url).startsWith('/api/')
}
