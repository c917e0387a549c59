import { z } from 'zod/mini'

export const URL_MAX = 2048

/** A link a member gives: http or https, without a password in it. An empty string means none. */
export function optionalLink(message: string) {
  return z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || isHttpUrl(typed), message),
  )
}

/** A link into GitHub itself. */
export function githubLink(message: string) {
  return z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || isGitHubUrl(typed), message),
  )
}

/** A link into LinkedIn itself, in any of its countries. */
export function linkedinLink(message: string) {
  return z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || isLinkedInUrl(typed), message),
  )
}

/** A link that must be there. */
export function requiredLink(message: string) {
  return z.string().check(z.trim(), z.refine(isHttpUrl, message))
}

export function isHttpUrl(typed: string): boolean {
  const url = parseUrl(typed)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}

// The host is compared, not the text prefix: https://github.com.evil.io is not GitHub.
function isGitHubUrl(typed: string): boolean {
  const url = parseUrl(typed)
  return url !== null && url.protocol === 'https:' && url.host === 'github.com'
}

function isLinkedInUrl(typed: string): boolean {
  const url = parseUrl(typed)
  return url !== null && url.protocol === 'https:' && /^([a-z]+\.)?linkedin\.com$/.test(url.host)
}

function parseUrl(typed: string): URL | null {
  if (typed.length > URL_MAX || !typed.isWellFormed() || typed.includes('\u0000')) return null
  const url = URL.parse(typed)
  // The standard knows no such host, but Chromium does: browsers and servers must agree on what is an address.
  if (url?.host.includes('%')) return null
  return url && url.username === '' && url.password === '' ? url : null
}
