import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

interface Origins {
  origin: string
  target: string
}

/** The target admits changing calls and sockets only from its own origin. */
export function toTargetHeaders(headers: IncomingHttpHeaders, { origin, target }: Origins) {
  const copy: OutgoingHttpHeaders = { ...headers, host: new URL(target).host }
  for (const name of ['origin', 'referer'] as const) {
    const value = headers[name]
    if (value !== undefined) copy[name] = value.replace(origin, target)
  }
  return copy
}

/**
 * Each answer closes its connection: the browser itself repeats a request whose kept connection is reset, so that the page would not
 * notice the fault.
 */
export function toBrowserHeaders(
  headers: IncomingHttpHeaders,
  { origin, target }: Origins,
): OutgoingHttpHeaders {
  const copy: OutgoingHttpHeaders = { ...headers, connection: 'close' }
  if (headers.location !== undefined) copy['location'] = headers.location.replace(target, origin)
  const policy = headers['content-security-policy']
  if (typeof policy === 'string')
    copy['content-security-policy'] = policy.replaceAll(
      target.replace(/^http/, 'ws'),
      origin.replace(/^http/, 'ws'),
    )
  delete copy['keep-alive']
  return copy
}

export function formatHead(status: number, message: string, headers: OutgoingHttpHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  )
  return [`HTTP/1.1 ${status} ${message}`, ...lines, '', ''].join('\r\n')
}

export type Refusal = ReturnType<typeof createRefusal>

function createRefusal(status: number, code: string, message: string, headers = {}) {
  const body = JSON.stringify({ success: false, code, message })
  return {
    status,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      ...headers,
    },
  }
}

export const REFUSALS = {
  tooMany: createRefusal(429, 'too-many-requests', 'Too many requests. Please slow down.', {
    'retry-after': '1',
  }),
  unavailable: createRefusal(503, 'unavailable', 'Service temporarily unavailable'),
}
