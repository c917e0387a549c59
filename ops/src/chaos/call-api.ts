import { Agent, request, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as requestSecurely } from 'node:https'
import { APP_ORIGIN } from '@dolph/bench/api-server'

/** Longer than the API may take for anything, so that a slow response is not taken for a missing one. */
const REQUEST_TIMEOUT_MS = 40_000
const agent = new Agent({ keepAlive: true, maxSockets: 200 })
const secureAgent = new SecureAgent({ keepAlive: true, maxSockets: 200 })

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The session of a signed-in browser. */
export interface ApiSession {
  url: string
  cookie: string
  csrf: string
  /** Sent with every request, in place of the usual ones. */
  headers?: Record<string, string>
  /** Called with every response. */
  onResponse?: (response: ObservedResponse) => void
}

export interface ObservedResponse {
  method: Method
  path: string
  /** The HTTP status; 0 if there was no complete response. */
  status: number
  retryAfter: string | undefined
  body: unknown
}

interface ApiResponse {
  /** The HTTP status; 0 if there was no complete response. */
  status: number
  body: unknown
  /** The cookies that the response sets, as `name=value`. */
  cookies: string[]
}

/** Calls the API as the web client does. Never rejects. */
export async function callApi(
  session: ApiSession,
  method: Method,
  path: string,
  body?: object,
): Promise<ApiResponse> {
  const content = body && { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
  return sendRequest(session, method, path, content)
}

/** Sends a body of any type. Never rejects. */
export async function sendRequest(
  session: ApiSession,
  method: Method,
  path: string,
  content?: { type: string; bytes: Buffer },
): Promise<ApiResponse> {
  const { url, cookie, csrf, onResponse } = session
  const headers = {
    cookie,
    origin: APP_ORIGIN,
    ...session.headers,
    ...(method !== 'GET' && { 'x-csrf-token': csrf }),
    // Node does not announce the length of a DELETE's body by itself.
    ...(content && { 'content-type': content.type, 'content-length': content.bytes.length }),
  }
  const { promise, resolve } = Promise.withResolvers<ApiResponse>()
  const settle = (response: ApiResponse, retryAfter?: string) => {
    onResponse?.({ method, path, status: response.status, retryAfter, body: response.body })
    resolve(response)
  }
  const settleFailed = () => settle({ status: 0, body: null, cookies: [] })
  const isSecure = url.startsWith('https:')
  const options = { agent: isSecure ? secureAgent : agent, method, headers }
  const clientRequest = (isSecure ? requestSecurely : request)(
    url + path,
    { ...options, timeout: REQUEST_TIMEOUT_MS },
    (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', settleFailed)
      reply.on('end', () => {
        if (!reply.complete || chunks.length === 0) return settleFailed()
        const cookies = (reply.headers['set-cookie'] ?? []).map(
          (line) => line.split(';', 1)[0] ?? '',
        )
        const parsed = parseBody(reply, Buffer.concat(chunks).toString())
        settle(
          { status: reply.statusCode ?? 0, body: parsed, cookies },
          reply.headers['retry-after'],
        )
      })
    },
  )
  clientRequest.on('timeout', () => clientRequest.destroy())
  clientRequest.on('error', (error: NodeJS.ErrnoException) => {
    // The server closed an idle connection at the moment of its reuse. Browsers repeat such a request on a new connection.
    const isRepeated = method === 'GET' && clientRequest.reusedSocket && error.code === 'ECONNRESET'
    if (isRepeated) resolve(sendRequest(session, method, path, content))
    else settleFailed()
  })
  clientRequest.end(content?.bytes)
  return promise
}

/** The replies of a load balancer are not JSON. */
function parseBody(reply: IncomingMessage, text: string): unknown {
  return reply.headers['content-type']?.includes('json') ? JSON.parse(text) : text
}
