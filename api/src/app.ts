import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { AppDeps } from './platform/deps.ts'
import { Refusal } from './platform/errors.ts'
import { features, pairLocks } from './features.ts'
import { access } from './platform/http/access.ts'
import { apiDocs } from './platform/http/api-docs.ts'
import { errorHandler } from './platform/http/replies/error-handler.ts'
import { rateLimits } from './platform/http/limits/rate-limits.ts'
import { attemptThrottles } from './platform/http/limits/throttles.ts'
import { csrf } from './platform/http/csrf.ts'
import { clientReports } from './platform/http/reports/client-reports.ts'
import { cspReports } from './platform/http/reports/csp-reports.ts'
import { memberIdCheck } from './platform/http/member-id-check.ts'
import { namePlugins } from './platform/http/name-plugins.ts'
import { pageRenderers } from './platform/http/web-app/page-renderers.ts'
import { readSource } from './platform/http/read-source.ts'
import { routeConfig } from './platform/http/route-config.ts'
import { buildDataHeaders, securityHeaders } from './platform/http/headers/security-headers.ts'
import { readInlineScriptHashes } from './platform/http/web-app/inline-script-hashes.ts'
import { session } from './platform/http/session.ts'
import { listSecrets } from './platform/crypto/secrets.ts'
import { validateRequest } from './platform/http/validation/validate-request.ts'
import { webApp } from './platform/http/web-app/web-app.ts'
import { wellKnownRoutes } from './platform/http/web-app/well-known-routes.ts'
import type { GatewayTimings } from './platform/realtime/gateway-timings.ts'
import { isWebsocketUpgrade, websocketUpgrades } from './platform/realtime/websocket-upgrades.ts'
import { eventLoopWatch } from './platform/telemetry/event-loop-watch.ts'
import { health } from './platform/telemetry/health.ts'
import { requestLog } from './platform/telemetry/logging.ts'
import { metrics } from './platform/telemetry/metrics.ts'
import { RequestLogger } from './platform/telemetry/request-logger.ts'
import { requestTraces } from './platform/telemetry/request-traces.ts'

const WEB_DIST_FOLDER = new URL('../../web/dist', import.meta.url).pathname
const MAX_HEADER_BYTES = 16 * 1024

/** Builds the HTTP server: every plugin and the routes of every feature are registered here. */
export async function buildApp(
  deps: AppDeps,
  options: FastifyServerOptions = {},
  timings: Partial<GatewayTimings> = {},
) {
  const { config, db, readers, redis } = deps
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
    // Reading and compressing the web app takes a second, on a busy machine more than Fastify's ten.
    pluginTimeout: 60_000,
    requestTimeout: 15_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      shouldUpgradeCallback: isWebsocketUpgrade,
    },
    ...options,
  })
  namePlugins(app)
  app.setChildLoggerFactory(
    (logger, bindings, loggerOptions) => new RequestLogger(logger, bindings, loggerOptions),
  )
  app.setValidatorCompiler(validateRequest)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)

  // The order matters: a request that a later plugin refuses already has its id, its headers and its rate limit count.
  await app.register(routeConfig)
  await app.register(requestTraces)
  await app.register(requestLog)
  await app.register(eventLoopWatch)
  await app.register(securityHeaders, {
    appOrigin: config.APP_ORIGIN,
    inlineScriptHashes: await readInlineScriptHashes(WEB_DIST_FOLDER),
  })
  await app.register(rateLimits, { redis, limits: config.LIMITS })
  // Counts each request against its limit, before the query for the session where the caller is known without it.
  await app.register(session, {
    db,
    bus: deps.bus,
    appOrigin: config.APP_ORIGIN,
    limits: config.LIMITS,
  })
  await app.register(attemptThrottles, { redis, config })
  await app.register(csrf, { appOrigin: config.APP_ORIGIN, secrets: listSecrets(config) })
  // After the session, which identifies the member, and CSRF: a page of another site must not learn who is signed in.
  await app.register(memberIdCheck)
  await app.register(access, { db })
  await app.register(readSource, { db, readers, position: deps.position })
  await app.register(health, deps)
  await app.register(metrics, {
    ...deps,
    waiting: features.flatMap(({ waiting = [] }) => waiting),
  })
  await app.register(websocketUpgrades, { deps, timings })
  await app.register(apiDocs)
  await app.register(cspReports)
  await app.register(clientReports, { folder: WEB_DIST_FOLDER })
  await app.register(wellKnownRoutes, { appOrigin: config.APP_ORIGIN })

  await app.register(pageRenderers, { folder: WEB_DIST_FOLDER })
  app.decorate('pairLocks', pairLocks)
  for (const { routes, socket } of features) {
    if (routes) await app.register(routes, deps)
    if (socket) app.gateway.register(socket(app, deps))
  }
  await app.register(webApp, {
    folder: WEB_DIST_FOLDER,
    appOrigin: config.APP_ORIGIN,
    files: deps.files,
  })
  return app
}
