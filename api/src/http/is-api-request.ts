import type { FastifyRequest } from 'fastify'

/** Decides by the route that the router found: a URL can name it in many ways, such as /%61pi/ or http://host/api/. */
export function isApiRequest({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/api/')
}
