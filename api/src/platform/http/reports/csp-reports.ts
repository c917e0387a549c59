import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Counter } from 'prom-client'
import { z } from 'zod'

const CSP_REPORTS_URL = '/api/csp-reports'
const ENDPOINT_NAME = 'csp'
const MAX_BODY_BYTES = 16 * 1024
const LOGGED_VIOLATIONS_MAX = 5
const REPORT_TYPES = ['application/csp-report', 'application/reports+json']

/** The directives that are counted by name; every other one is `other`, so that callers cannot create labels. */
const COUNTED_DIRECTIVES = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'worker-src',
  'frame-src',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'media-src',
  'connect-src',
  'manifest-src',
  'object-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
])
/** What browsers write in place of a URL. */
const BLOCKED_KEYWORDS = [
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'trusted-types-policy',
  'trusted-types-sink',
]

/** What `report-uri` sends: one violation. */
const ViolationReport = z
  .object({
    'csp-report': z.object({
      'effective-directive': z.string().optional(),
      'violated-directive': z.string().default(''),
      'blocked-uri': z.string().default(''),
    }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      directive: report['effective-directive'] ?? report['violated-directive'],
      blocked: report['blocked-uri'],
    },
  ])

/** What `report-to` sends: several reports, also of other kinds. */
const ReportBatch = z
  .array(
    z.object({
      type: z.string(),
      body: z
        .object({ effectiveDirective: z.string().default(''), blockedURL: z.string().default('') })
        .nullish(),
    }),
  )
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({
        directive: body?.effectiveDirective ?? '',
        blocked: body?.blockedURL ?? '',
      })),
  )

/** The directives that make browsers report violations here, and the header that one of them refers to. */
export const CSP_REPORTING = { reportUri: [CSP_REPORTS_URL], reportTo: [ENDPOINT_NAME] }
export const REPORTING_ENDPOINTS = `${ENDPOINT_NAME}="${CSP_REPORTS_URL}"`

/** Takes the reports of browsers about violations of the content security policy, counts and logs them. */
export const cspReports: FastifyPluginAsyncZod = async (app) => {
  const violations = createViolationsCounter(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    REPORT_TYPES,
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  )

  app.post(
    CSP_REPORTS_URL,
    {
      bodyLimit: MAX_BODY_BYTES,
      config: { access: 'public', csrf: 'none', limit: 'report' },
      schema: { hide: true, body: z.union([ViolationReport, ReportBatch]) },
    },
    async (request, reply) => {
      const reported = request.body.map(({ directive, blocked }) => ({
        directive: normalizeDirective(directive),
        blocked: describeBlockedResource(blocked),
      }))
      for (const { directive } of reported) violations.inc({ directive })
      if (reported.length > 0) {
        const logged = reported.slice(0, LOGGED_VIOLATIONS_MAX)
        request.log.warn({ violations: logged }, 'a browser reported content blocked by the policy')
      }
      return reply.code(204).send()
    },
  )
}

function createViolationsCounter(app: FastifyInstance) {
  return new Counter({
    name: 'csp_violations_total',
    help: 'Violations of the content security policy that browsers reported, by directive',
    labelNames: ['directive'] as const,
    registers: [app.metricsRegistry],
  })
}

/** Older browsers send the directive with its sources: `script-src 'self'`. */
function normalizeDirective(directive: string): string {
  const [name = ''] = directive.split(' ', 1)
  return COUNTED_DIRECTIVES.has(name) ? name : 'other'
}

/** The origin only: paths and queries may contain secrets. */
function describeBlockedResource(blocked: string): string {
  if (BLOCKED_KEYWORDS.includes(blocked)) return blocked
  const url = URL.parse(blocked)
  if (!url) return 'other'
  return url.origin === 'null' ? url.protocol : url.origin
}
