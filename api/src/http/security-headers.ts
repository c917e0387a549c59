import plugin from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'

interface Options {
  appOrigin: string
}

/** No inline script or style anywhere: what a member typed can never become code. */
export const securityHeaders = plugin<Options>(async (app, { appOrigin }) => {
  const secure = appOrigin.startsWith('https:')
  const everywhere = {
    strictTransportSecurity: secure && { maxAge: 63_072_000, includeSubDomains: true },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  } satisfies HelmetOptions
  const pages = computeHelmetHeaders({
    ...everywhere,
    contentSecurityPolicy: { useDefaults: false, directives: buildPagePolicy(appOrigin) },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  // Data is never a document: it may load, run and be framed by nothing. Nor is it kept, unless a route says so.
  const data = {
    'cache-control': 'no-store',
    ...computeHelmetHeaders({
      ...everywhere,
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

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? data : pages)
    done()
  })
})

function buildPagePolicy(appOrigin: string) {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    // blob: is the preview of a file that was chosen.
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
    ...(appOrigin.startsWith('https:') && { upgradeInsecureRequests: [] }),
  }
}

/** Lets Helmet write its headers once, at boot: they are the same for every reply. */
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
