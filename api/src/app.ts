import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Deps } from './deps.ts'
import { Refusal } from './errors.ts'
import { accountEvents } from './features/accounts/account-events.ts'
import { emailChangeRoutes } from './features/accounts/email-change/email-change-routes.ts'
import { googleRoutes } from './features/accounts/google/google-routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { settingsRoutes } from './features/accounts/settings-routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { messageRoutes } from './features/messaging/routes.ts'
import { createMessageSocket } from './features/messaging/message-socket.ts'
import { atomFeedRoutes } from './features/posts/atom-feed/atom-feed-routes.ts'
import { createVisitorFeedCache } from './features/posts/feed/feed.ts'
import { createBrowseDocumentRenderer } from './features/posts/browse-document-renderer.ts'
import { postRoutes } from './features/posts/routes.ts'
import { profileRoutes } from './features/profiles/routes.ts'
import { uploadRoutes } from './features/profiles/upload-routes.ts'
import { pictureRoutes } from './features/profiles/picture-routes.ts'
import { access } from './http/access.ts'
import { apiDocs } from './http/api-docs.ts'
import { errorHandler } from './http/replies/error-handler.ts'
import { rateLimits } from './http/limits/rate-limits.ts'
import { attemptThrottles } from './http/limits/throttles.ts'
import { csrf } from './http/csrf.ts'
import { cspReports } from './http/csp-reports.ts'
import { memberIdCheck } from './http/member-id-check.ts'
import { openRenderer } from './http/web-app/renderer.ts'
import { buildDataHeaders, securityHeaders } from './http/security-headers.ts'
import { session } from './http/session.ts'
import { webApp } from './http/web-app/web-app.ts'
import { wellKnownRoutes } from './http/web-app/well-known-routes.ts'
import type { GatewayTimings } from './realtime/gateway-timings.ts'
import { isWebsocketUpgrade, websocketUpgrades } from './realtime/websocket-upgrades.ts'
import { health } from './telemetry/health.ts'
import { requestLog } from './telemetry/logging.ts'
import { metrics } from './telemetry/metrics.ts'

const WEB_DIST_FOLDER = new URL('../../web/dist', import.meta.url).pathname
const MAX_HEADER_BYTES = 16 * 1024

/** Builds the HTTP server: every plugin and route of the API is registered here. */
export async function buildApp(
  deps: Deps,
  options: FastifyServerOptions = {},
  timings: Partial<GatewayTimings> = {},
) {
  const { config, db, redis } = deps
  const app = Fastify({
    trustProxy: config.TRUST_PROXY.length > 0 && config.TRUST_PROXY,
    bodyLimit: 64 * 1024,
    // The router accepts parameters of any length: schemas and pages reject long ones with a proper error body.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    // A URL that cannot be decoded reaches no hook; Fastify's own reply would repeat it, without security headers.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(buildDataHeaders(config.APP_ORIGIN))
      errorHandler(new Refusal('invalid-input', 'The URL is not valid'), request, reply)
    },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Requests that arrive during shutdown are still answered.
    return503OnClosing: false,
    requestTimeout: 15_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      shouldUpgradeCallback: isWebsocketUpgrade,
    },
    ...options,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)

  // The order matters: a request that a later plugin refuses already has its id, its headers and its rate limit count.
  await app.register(requestLog)
  await app.register(securityHeaders, { appOrigin: config.APP_ORIGIN })
  await app.register(session, { db, appOrigin: config.APP_ORIGIN })
  await app.register(rateLimits, { redis, limits: config.LIMITS })
  await app.register(attemptThrottles, { redis, config })
  await app.register(csrf, { appOrigin: config.APP_ORIGIN, secret: config.SECRET })
  // After the session, which identifies the member, and CSRF: a page of another site must not learn who is signed in.
  await app.register(memberIdCheck)
  await app.register(access)
  await app.register(health, deps)
  await app.register(metrics, {
    db,
    token: config.METRICS_TOKEN,
    isPublic: config.NODE_ENV !== 'production',
  })
  await app.register(websocketUpgrades, { deps, timings })
  await app.register(apiDocs)
  await app.register(cspReports)
  await app.register(wellKnownRoutes, { appOrigin: config.APP_ORIGIN })

  await app.register(accountEvents, { secret: config.SECRET })
  await app.register(accountRoutes, deps)
  await app.register(googleRoutes, deps)
  await app.register(settingsRoutes, deps)
  await app.register(emailChangeRoutes, deps)
  await app.register(commentRoutes, deps)
  const visitorFeed = createVisitorFeedCache(db)
  await app.register(postRoutes, { ...deps, visitorFeed })
  await app.register(atomFeedRoutes, deps)
  await app.register(messageRoutes, deps)
  app.gateway.registerFeature(createMessageSocket(app, deps))
  await app.register(profileRoutes, deps)
  await app.register(uploadRoutes, deps)
  await app.register(pictureRoutes, deps)

  const renderer = openRenderer(WEB_DIST_FOLDER)
  app.addHook('onListen', async () => renderer?.warmUp())
  app.addHook('onClose', async () => renderer?.close())
  await app.register(webApp, {
    folder: WEB_DIST_FOLDER,
    appOrigin: config.APP_ORIGIN,
    pageRenderers: renderer
      ? {
          '/browse': createBrowseDocumentRenderer({
            visitorFeed,
            renderer,
            log: app.log,
          }),
        }
      : {},
  })
  return app
}
