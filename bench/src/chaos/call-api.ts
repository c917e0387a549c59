import { Agent, request } from 'node:http'
import { APP_ORIGIN } from '../api-server.ts'

const REQUEST_TIMEOUT_MS = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** The session of a signed-in browser. */
export interface ApiSession {
  url: string
  cookie: string
  csrf: string
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
  { url, cookie, csrf }: ApiSession,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<ApiResponse> {
  const text = body && JSON.stringify(body)
  const headers = {
    ...{ cookie, origin: APP_ORIGIN },
    ...(method !== 'GET' && { 'x-csrf-token': csrf }),
    // Node does not announce the length of a DELETE's body by itself.
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  const { promise, resolve } = Promise.withResolvers<ApiResponse>()
  const resolveFailed = () => resolve({ status: 0, body: null, cookies: [] })
  const clientRequest = request(
    url + path,
    { agent, method, headers, timeout: REQUEST_TIMEOUT_MS },
    (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', resolveFailed)
      reply.on('end', () => {
        const replyText = Buffer.concat(chunks).toString()
        const cookies = (reply.headers['set-cookie'] ?? []).map(
          (line) => line.split(';', 1)[0] ?? '',
        )
        if (reply.complete && replyText)
          resolve({ status: reply.statusCode ?? 0, body: JSON.parse(replyText), cookies })
        else resolveFailed()
      })
    },
  )
  clientRequest.on('timeout', () => clientRequest.destroy())
  clientRequest.on('error', resolveFailed)
  clientRequest.end(text)
  return promise
}
