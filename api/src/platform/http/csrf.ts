import type { Csrf } from '@dolph/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { Refusal } from '../errors.ts'
import {
  computeHmac,
  isEqualConstantTime,
  isToken,
  deriveKey,
  generateToken,
} from '../crypto/secrets.ts'
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
  /** A token that was made with any of them is valid; new ones are made with the first. */
  secrets: readonly string[]
}

/** CSRF protection: unsafe requests must have our own origin and a token that is bound to their session. */
export const csrf = plugin<Options>(async (app, { appOrigin, secrets }) => {
  const keys = secrets.map((secret) => deriveKey(secret, 'csrf'))
  const computeTokens = (owner: string) => keys.map((key) => computeHmac(key, owner))
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
    return computeTokens(owner)[0]?.toString('base64url') ?? ''
  })

  app.addHook('onRequest', (request, _reply, done) => {
    if (isSafeMethod(request.method) || request.is404) return done()
    const { csrf: check } = request.routeConfig
    if (check === 'none') return done()
    if (!isSameOriginRequest(request, appOrigin)) {
      return done(new Refusal('forbidden', 'This call did not come from Dolph'))
    }
    if (check === 'origin') return done()
    const sentToken = Buffer.from(String(request.headers['x-csrf-token'] ?? ''), 'base64url')
    const owner = getTokenOwner(request)
    const isValid =
      owner !== undefined &&
      computeTokens(owner).some((token) => isEqualConstantTime(sentToken, token))
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
