import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ClientErrorKind, ClientReport, CLIENT_REPORTS_URL } from '@dolph/contract/client-reports'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Counter } from 'prom-client'

const MAX_BODY_BYTES = 1024
const RELEASES = ['this', 'other'] as const

interface Options {
  /** The folder of the built web app. */
  folder: string
}

/**
 * Counts errors that browsers report. They send a kind and the script of their page; what is counted is whether this
 * process serves that script, so that callers cannot create labels.
 */
export const clientReports: FastifyPluginAsyncZod<Options> = async (app, { folder }) => {
  const document = await readFile(join(folder, 'client/shell.html'), 'utf8').catch(() => '')
  const errors = new Counter({
    name: 'client_errors_total',
    help: 'Errors that browsers reported, by kind and by whether their page is of the release of this process',
    labelNames: ['kind', 'release'] as const,
    registers: [app.metricsRegistry],
  })
  for (const kind of ClientErrorKind.options)
    for (const release of RELEASES) errors.inc({ kind, release }, 0)

  app.removeAllContentTypeParsers()
  // What `sendBeacon` sends is plain text.
  app.addContentTypeParser(
    'text/plain',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  )

  app.post(
    CLIENT_REPORTS_URL,
    {
      bodyLimit: MAX_BODY_BYTES,
      config: { access: 'public', csrf: 'none', limit: 'report' },
      schema: { hide: true, body: ClientReport },
    },
    async ({ body: { kind, release } }, reply) => {
      errors.inc({ kind, release: isOfThisRelease(release) ? 'this' : 'other' })
      return reply.code(204).send()
    },
  )

  function isOfThisRelease(script: string): boolean {
    return script !== '' && document.includes(`"${script}"`)
  }
}
