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
}

/** Calls the API as the web client does. Never rejects. */
export async function callApi(
  { url, cookie, csrf }: ApiSession,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<ApiResponse> {
  const headers = {
    ...{ cookie, origin: APP_ORIGIN },
    ...(body && { 'content-type': 'application/json', 'x-csrf-token': csrf }),
  }
  const { promise, resolve } = Promise.withResolvers<ApiResponse>()
  const resolveFailed = () => resolve({ status: 0, body: null })
  const clientRequest = request(
    url + path,
    { agent, method, headers, timeout: REQUEST_TIMEOUT_MS },
    (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', resolveFailed)
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (reply.complete && text)
          resolve({ status: reply.statusCode ?? 0, body: JSON.parse(text) })
        else resolveFailed()
      })
    },
  )
  clientRequest.on('timeout', () => clientRequest.destroy())
  clientRequest.on('error', resolveFailed)
  clientRequest.end(body && JSON.stringify(body))
  return promise
}
