import plugin from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'
import { CSP_REPORTING, REPORTING_ENDPOINTS } from '../reports/csp-reports.ts'
import { isApiRequest } from '../route-config.ts'
import { PERMISSIONS_POLICY } from './permissions-policy.ts'

interface Options {
  appOrigin: string
  /** The inline scripts of our own documents, as sources of the policy. */
  inlineScriptHashes: string[]
}

/** Security headers of every reply. The policy forbids all other inline scripts and styles: member content can never become code. */
export const securityHeaders = plugin<Options>(async (app, { appOrigin, inlineScriptHashes }) => {
  const pageHeaders = buildPageHeaders(appOrigin, inlineScriptHashes)
  const dataHeaders = buildDataHeaders(appOrigin)

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isApiRequest(request) ? dataHeaders : pageHeaders)
    done()
  })
})

function buildPageHeaders(appOrigin: string, inlineScriptHashes: string[]) {
  return {
    'permissions-policy': PERMISSIONS_POLICY,
    'reporting-endpoints': REPORTING_ENDPOINTS,
    ...computeHelmetHeaders({
      ...buildCommonOptions(appOrigin),
      contentSecurityPolicy: {
        useDefaults: false,
        directives: buildPagePolicy(appOrigin, inlineScriptHashes),
      },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
    }),
  }
}

/** API replies are never documents: they may load nothing and may not be framed. They are not cached unless a route allows it. */
export function buildDataHeaders(appOrigin: string) {
  return {
    'cache-control': 'no-store',
    ...computeHelmetHeaders({
      ...buildCommonOptions(appOrigin),
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      referrerPolicy: false,
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xFrameOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  }
}

function buildCommonOptions(appOrigin: string) {
  const isSecure = appOrigin.startsWith('https:')
  return {
    strictTransportSecurity: isSecure && { maxAge: 63_072_000, includeSubDomains: true },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  } satisfies HelmetOptions
}

function buildPagePolicy(appOrigin: string, inlineScriptHashes: string[]) {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...inlineScriptHashes],
    styleSrc: ["'self'"],
    // blob: is for the preview of a chosen file.
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    mediaSrc: ["'self'"],
    manifestSrc: ["'self'"],
    connectSrc: ["'self'", appOrigin.replace(/^http/, 'ws')],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // The one policy that the web app creates, in register-service-worker.ts.
    trustedTypes: ['dolph-offline'],
    ...CSP_REPORTING,
    ...(appOrigin.startsWith('https:') && { upgradeInsecureRequests: [] }),
  }
}

/** Helmet's headers, computed once at start: they are the same for every reply. */
function computeHelmetHeaders(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: (name: string) => delete headers[name.toLowerCase()],
  }
  // The two methods above are all that Helmet calls.
  helmet(options)({} as never, response as never, (error) => {
    if (error) throw error
  })
  return headers
}
