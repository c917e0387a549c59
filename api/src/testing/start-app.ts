import type { Endpoint, InputOf, ReplyOf } from '@dolph/contract/endpoint'
import type { FastifyServerOptions } from 'fastify'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { openRedis } from '../redis.ts'
import { cloneDatabase } from './test-database.ts'

export const TEST_REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379/15'

interface Options {
  env?: Record<string, string>
  /** Another way to the test's database than the direct one. */
  via?: (url: URL) => URL
  server?: FastifyServerOptions
  /** Adds to the app before it is ready: a route that only the test needs. */
  extend?: (app: Awaited<ReturnType<typeof buildApp>>) => void
}

/** A whole API on a private PostgreSQL database and the real Redis, closed by `await using`. */
export async function startApp({ env = {}, via, server, extend }: Options = {}) {
  const database = await cloneDatabase()
  const db = via ? openDatabase(via(new URL(database.url)).href) : database.db
  const config = readConfig({
    NODE_ENV: 'test',
    APP_ORIGIN: 'http://localhost:3000',
    DATABASE_URL: database.url,
    REDIS_URL: TEST_REDIS_URL,
    ...env,
  })
  const redis = await openRedis(config.REDIS_URL, () => {})
  const deps = { config, db, redis }
  const app = await buildApp(deps, server)
  extend?.(app)
  await app.ready()

  return {
    app,
    ...deps,
    visitor: caller(),
    async [Symbol.asyncDispose]() {
      await app.close()
      redis.disconnect()
      if (via) await db.destroy()
      await database[Symbol.asyncDispose]()
    },
  }

  function caller() {
    async function send<E extends Endpoint>(
      endpoint: E,
      input: InputOf<E>,
      headers: Record<string, string> = {},
    ) {
      const { params, querystring, body } = input as {
        params?: Record<string, string>
        querystring?: Record<string, string>
        body?: object
      }
      const url = endpoint.url.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '')
      return app.inject({
        method: endpoint.method,
        url,
        headers,
        ...(querystring && { query: querystring }),
        ...(body && { payload: body }),
      })
    }

    /** Sends and insists on success, by the contract's own schema; use `send` to look at a refusal. */
    async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
      const reply = await send(endpoint, input)
      const schema = endpoint.schema.response[reply.statusCode]
      if (!schema)
        throw new Error(`${endpoint.method} ${endpoint.url}: ${reply.statusCode} ${reply.body}`)
      return schema.parse(reply.json()) as ReplyOf<E>
    }

    return { send, call }
  }
}
