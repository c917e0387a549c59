import { z } from 'zod/mini'

export const URL_MAX = 2048

/** A link a member gives: http or https, without a password in it. An empty string means none. */
export function link(message: string) {
  return z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || isWebAddress(typed), message),
  )
}

/** A link into GitHub itself. */
export function githubLink(message: string) {
  return z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || isGitHubAddress(typed), message),
  )
}

/** A link into LinkedIn itself, in any of its countries. */
export function linkedinLink(message: string) {
  return z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || isLinkedInAddress(typed), message),
  )
}

/** A link that must be there. */
export function requiredLink(message: string) {
  return z.string().check(z.trim(), z.refine(isWebAddress, message))
}

export function isWebAddress(typed: string): boolean {
  const url = parse(typed)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}

// The host is compared, not the text prefix: https://github.com.evil.io is not GitHub.
function isGitHubAddress(typed: string): boolean {
  const url = parse(typed)
  return url !== null && url.protocol === 'https:' && url.host === 'github.com'
}

function isLinkedInAddress(typed: string): boolean {
  const url = parse(typed)
  return url !== null && url.protocol === 'https:' && /^([a-z]+\.)?linkedin\.com$/.test(url.host)
}

function parse(typed: string): URL | null {
  if (typed.length > URL_MAX || !typed.isWellFormed() || typed.includes('\u0000')) return null
  const url = URL.parse(typed)
  // The standard knows no such host, but Chromium does: browsers and servers must agree on what is an address.
  if (url?.host.includes('%')) return null
  return url && url.username === '' && url.password === '' ? url : null
}
