import type { Csrf } from '@dolph/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { Refusal } from '../errors.ts'
import { computeHmac, isEqualConstantTime, isToken, deriveKey, generateToken } from '../secrets.ts'
import { setCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** By default `token`. */
    csrf?: Csrf
  }
  interface FastifyInstance {
    /** The token that unsafe requests of this browser must carry. */
    csrfTokenFor: (request: FastifyRequest, reply: FastifyReply) => string
  }
}

interface Options {
  appOrigin: string
  secret: string
}

/** CSRF protection: unsafe requests must have our own origin and a token that is bound to their session. */
export const csrf = plugin<Options>(async (app, { appOrigin, secret }) => {
  const key = deriveKey(secret, 'csrf')
  const { visitor } = app.cookieNames

  function getTokenOwner(request: FastifyRequest): string | undefined {
    if (request.session) return `session ${request.session.tokenHash.toString('hex')}`
    const token = request.cookies[visitor]
    return isToken(token) ? `visitor ${token}` : undefined
  }

  app.decorate('csrfTokenFor', (request: FastifyRequest, reply: FastifyReply) => {
    let owner = getTokenOwner(request)
    if (owner === undefined) {
      const token = generateToken()
      setCookie(reply, visitor, token)
      owner = `visitor ${token}`
    }
    return computeHmac(key, owner).toString('base64url')
  })

  app.addHook('onRequest', (request, _reply, done) => {
    const { csrf: check } = request.routeOptions.config
    if (request.is404 || isSafeMethod(request.method) || check === 'none') return done()
    if (!isSameOriginRequest(request, appOrigin)) {
      return done(new Refusal('forbidden', 'This call did not come from Dolph'))
    }
    if (check === 'origin') return done()
    const sentToken = Buffer.from(String(request.headers['x-csrf-token'] ?? ''), 'base64url')
    const owner = getTokenOwner(request)
    const isValid = owner !== undefined && isEqualConstantTime(sentToken, computeHmac(key, owner))
    done(isValid ? undefined : new Refusal('invalid-csrf-token', 'Invalid CSRF token'))
  })
})

export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function isSameOriginRequest({ headers }: FastifyRequest, appOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return headers.origin === undefined ? site === 'same-origin' : headers.origin === appOrigin
}
