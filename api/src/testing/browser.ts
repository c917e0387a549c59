import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import type { Endpoint, InputOf, ReplyOf } from '@dolph/contract/endpoint'
import { POSITION_HEADER } from '@dolph/contract/position'
import type { FastifyInstance } from 'fastify'
import { getTestPositionHeader, isKeptCookie, keepTestPosition } from './standby-test-mode.ts'

interface EndpointInput {
  params?: Record<string, string>
  querystring?: Record<string, string>
  body?: object
}

export type Browser = ReturnType<typeof openBrowser>

/** Calls the API as the web app in one browser does: with its cookies, its origin and its CSRF token. */
export function openBrowser(app: FastifyInstance, origin: string, address = '127.0.0.1') {
  const cookies = new Map<string, string>()

  /** Sends any request with the browser's cookies, and stores the cookies of the reply. */
  async function request(method: Endpoint['method'], url: string, options: RequestOptions = {}) {
    const reply = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        ...getTestPositionHeader(),
        ...options.headers,
      },
      cookies: Object.fromEntries(cookies),
      ...(options.body && { payload: options.body }),
      ...(options.query && { query: options.query }),
    })
    keepTestPosition(reply.headers[POSITION_HEADER])
    for (const { name, value, maxAge, expires } of reply.cookies) {
      const isExpired = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now())
      if (isExpired) cookies.delete(name)
      else if (isKeptCookie(name)) cookies.set(name, value)
    }
    return reply
  }

  async function csrfToken(): Promise<string> {
    const reply = await request(getCsrfToken.method, getCsrfToken.url)
    return reply.json<{ token: string }>().token
  }

  async function send<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    headers: Record<string, string> = {},
  ) {
    const { params, querystring, body } = input as EndpointInput
    const url = endpoint.url.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '')
    const isSafe = endpoint.method === 'GET'
    const token = isSafe ? {} : { 'x-csrf-token': await csrfToken() }
    return request(endpoint.method, url, {
      headers: { ...token, ...headers },
      ...(body && { body }),
      ...(querystring && { query: querystring }),
    })
  }

  /** Sends a request and throws unless the reply matches the contract's schema; use `send` to inspect a refusal. */
  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
    const reply = await send(endpoint, input)
    const schema = endpoint.schema.response[reply.statusCode]
    if (!schema) {
      throw new Error(`${endpoint.method} ${endpoint.url}: ${reply.statusCode} ${reply.body}`)
    }
    return schema.parse(reply.json()) as ReplyOf<E>
  }

  return { request, send, call, cookies }
}

interface RequestOptions {
  headers?: Record<string, string>
  body?: object
  query?: Record<string, string>
}
