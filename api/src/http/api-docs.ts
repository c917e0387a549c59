import swagger, { type SwaggerTransform } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The part of a form in which a route takes its one file. The route reads it by itself, so no schema tells. */
    filePart?: string
  }
}

// The docs page styles itself inline; that freedom ends at its own addresses.
const DOCS_CSP = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'frame-ancestors': "'none'",
}

/** OpenAPI 3.1 from the contract's own schemas at /api/openapi.json, and a page to try it at /api/docs. */
export const apiDocs = plugin(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Dolph',
        description: 'Develop, Organize, Link, Propose, Harmonize.',
        version: '0.1.0',
      },
    },
    transform: transformRouteSchema,
    // Lists the schemas that have a name of their own.
    transformObject: jsonSchemaTransformObject,
  })

  const open = { config: { access: 'public' as const }, schema: { hide: true } }
  app.get('/api/openapi.json', open, async () => app.swagger())

  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DOCS_CSP })
  })
})

const transformRouteSchema: SwaggerTransform = (given) => {
  const { url, schema } = jsonSchemaTransform(given)
  const filePart = given.route.config?.filePart
  if (filePart === undefined) return { url, schema }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const body = { type: 'object', required: [filePart], properties: { [filePart]: file } }
  return { url, schema: { ...schema, consumes: ['multipart/form-data'], body } }
}
