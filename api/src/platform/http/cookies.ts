import type { FastifyReply } from 'fastify'

/** The product's cookies. Those that scripts can read only inform the page: the server never reads them. */
export function getCookieNames(appOrigin: string) {
  // The prefix keeps subdomains and unencrypted pages from setting the cookies; browsers reject it without https.
  const prefix = appOrigin.startsWith('https:') ? '__Host-' : ''
  return {
    session: `${prefix}sid`,
    visitor: `${prefix}visitor`,
    google: `${prefix}google`,
    github: `${prefix}github`,
    signUp: `${prefix}sign-up`,
    device: `${prefix}device`,
    begunSignIn: `${prefix}begun-sign-in`,
    position: `${prefix}position`,
    signedIn: `${prefix}signed-in`,
    authSuccess: `${prefix}auth-success`,
  }
}
export type CookieNames = ReturnType<typeof getCookieNames>

interface Options {
  maxAgeSeconds?: number
  isScriptReadable?: boolean
}

export function setCookie(reply: FastifyReply, name: string, value: string, options: Options = {}) {
  const { maxAgeSeconds, isScriptReadable = false } = options
  reply.setCookie(name, value, {
    path: '/',
    sameSite: 'lax',
    secure: name.startsWith('__Host-'),
    httpOnly: !isScriptReadable,
    ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
  })
}

export function clearCookie(reply: FastifyReply, name: string) {
  reply.clearCookie(name, { path: '/', sameSite: 'lax', secure: name.startsWith('__Host-') })
}
