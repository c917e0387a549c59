import swagger, { type SwaggerTransform } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { CallPolicy } from '@dolph/contract/endpoint'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { describeRefusals } from './replies/describe-refusals.ts'
import { PERMISSIONS_POLICY } from './headers/permissions-policy.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route parses the form itself, so that no schema describes the body. */
    filePart?: string
  }
}

// The docs page needs inline styles; only its own URLs allow them.
const DOCS_CSP = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

// Groups start closed and schemas are shown with their operations only: drawing two hundred operations and all schemas takes seconds.
const UI_CONFIG = {
  layout: 'BaseLayout',
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  tagsSorter: 'alpha',
  deepLinking: true,
} as const

/** Serves OpenAPI 3.1, generated from the contract's schemas, at /api/openapi.json, and Swagger UI at /api/docs. */
export const apiDocs = plugin(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Dolph',
        description: 'Develop, Organize, Link, Propose, Harmonize.',
        version: '0.1.0',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: app.cookieNames.session },
        },
      },
    },
    transform: transformRouteSchema,
    // Adds the named schemas to `components`.
    transformObject: jsonSchemaTransformObject,
  })

  const publicRoute = { config: { access: 'public' as const }, schema: { hide: true } }
  app.get('/api/openapi.json', publicRoute, async () => app.swagger())

  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    // The only document under /api/, whose replies have the headers of data.
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('permissions-policy', PERMISSIONS_POLICY)
    })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: DOCS_CSP,
      uiConfig: UI_CONFIG,
      theme: { title: 'Dolph API' },
    })
  })
})

const transformRouteSchema: SwaggerTransform = (source) => {
  const { url, schema } = jsonSchemaTransform(source)
  // Operations are grouped by what follows `/api/`: users, posts, messages.
  const described = { ...schema, tags: url.split('/').slice(2, 3) }
  const { config, method } = source.route
  if (!isCallPolicy(config)) return { url, schema: described }
  const refusals = describeRefusals(String(method), config)
  const response = Object.assign({}, described.response, refusals)
  const complete = { ...described, ...describePolicy(config), response }
  const { filePart } = config
  if (filePart === undefined) return { url, schema: complete }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const body = { type: 'object', required: [filePart], properties: { [filePart]: file } }
  return { url, schema: { ...complete, consumes: ['multipart/form-data'], body } }
}

/** Whether a route comes from the contract; the few others declare less. */
function isCallPolicy(config: FastifyContextConfig | undefined): config is CallPolicy {
  return config?.errors !== undefined
}

function describePolicy({ access, csrf, limit, proof }: CallPolicy): object {
  return {
    ...(access !== 'public' && { security: [{ session: [] }] }),
    'x-access': access,
    'x-csrf': csrf,
    'x-rate-limit': limit,
    ...(proof && { 'x-proof': proof }),
  }
}
