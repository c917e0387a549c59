import { Agent, request } from 'node:http'
import { APP_ORIGIN } from '../api-server.ts'

const REQUEST_TIMEOUT_MS = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** A signed-in browser. */
export interface ApiSession {
  url: string
  cookie: string
  csrf: string
}

interface ApiResponse {
  /** 0 if there was none. */
  status: number
  body: unknown
}

/** A call as the product's page makes it. Never rejects. */
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
  const none = () => resolve({ status: 0, body: null })
  const asked = request(
    url + path,
    { agent, method, headers, timeout: REQUEST_TIMEOUT_MS },
    (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', none)
      reply.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (reply.complete && text)
          resolve({ status: reply.statusCode ?? 0, body: JSON.parse(text) })
        else none()
      })
    },
  )
  asked.on('timeout', () => asked.destroy())
  asked.on('error', none)
  asked.end(body && JSON.stringify(body))
  return promise
}
