import type { FastifyInstance } from 'fastify'

/** The address in SECURITY.md. */
const SECURITY_CONTACT = 'mailto:security@dolph.example'
/** The format asks for less than a year. Counted from each request, so the file never expires while the server runs. */
const EXPIRES_AFTER_DAYS = 180
const MAX_AGE_SECONDS = 86_400

const publicRoute = { config: { access: 'public' as const }, schema: { hide: true } }

/** Serves what other programs look for at fixed places: how to report a vulnerability, and where to change a password. */
export async function wellKnownRoutes(app: FastifyInstance, { appOrigin }: { appOrigin: string }) {
  app.get('/.well-known/security.txt', publicRoute, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    return reply.type('text/plain; charset=utf-8').send(renderSecurityText(appOrigin, new Date()))
  })

  // Password managers send members here.
  app.get('/.well-known/change-password', publicRoute, async (_request, reply) =>
    reply.redirect('/settings'),
  )
}

function renderSecurityText(appOrigin: string, now: Date): string {
  const expires = new Date(now.getTime() + EXPIRES_AFTER_DAYS * 86_400_000)
  return [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${expires.toISOString()}`,
    `Canonical: ${appOrigin}/.well-known/security.txt`,
    `Policy: ${appOrigin}/contact`,
    'Preferred-Languages: en',
    '',
  ].join('\n')
}
