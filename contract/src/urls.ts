import { z } from 'zod/mini'

export const URL_MAX = 2048

/** A link that a member enters: http or https, without a password in it. An empty string means none. */
export function optionalLink(message: string) {
  return z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isHttpUrl(text), message),
  )
}

/** A link to github.com. */
export function githubLink(message: string) {
  return z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isGitHubUrl(text), message),
  )
}

/** A link to linkedin.com or one of its country subdomains. */
export function linkedinLink(message: string) {
  return z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isLinkedInUrl(text), message),
  )
}

/** A link that must not be empty. */
export function requiredLink(message: string) {
  return z.string().check(z.trim(), z.refine(isHttpUrl, message))
}

export function isHttpUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}

// The host is compared, not the text prefix: https://github.com.evil.io is not GitHub.
function isGitHubUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && url.protocol === 'https:' && url.host === 'github.com'
}

function isLinkedInUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && url.protocol === 'https:' && /^([a-z]+\.)?linkedin\.com$/.test(url.host)
}

function parseUrl(text: string): URL | null {
  if (text.length > URL_MAX || !text.isWellFormed() || text.includes('\u0000')) return null
  const url = URL.parse(text)
  // Chromium accepts a host with `%`, against the URL standard: browser and server must agree on what is valid.
  if (url?.host.includes('%')) return null
  return url && url.username === '' && url.password === '' ? url : null
}
