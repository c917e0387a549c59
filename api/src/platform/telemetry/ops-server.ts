import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { mayReadMetrics } from './metrics-token.ts'
import type { Readiness } from './readiness.ts'

const TIMEOUT_MS = 5_000
const HEADERS_MAX_BYTES = 8 * 1024

interface Options {
  config: Config
  readiness: Readiness
  registry: Registry
  log: FastifyBaseLogger
}

/**
 * Serves /healthz, /readyz and /metrics on a port of its own, in every role. The public port stays closed to operators' tools, and a
 * worker, which has no public port, is watched like any other process.
 */
export async function startOpsServer({ config, readiness, registry, log }: Options) {
  const { OPS_HOST, OPS_PORT, METRICS_TOKEN, RELEASE, ROLE } = config

  async function answer({ url, headers }: IncomingMessage): Promise<Answer> {
    switch (URL.parse(url ?? '', 'http://ops')?.pathname) {
      case '/healthz': {
        return toJson(200, { status: 'ok', role: ROLE, release: RELEASE })
      }
      case '/readyz': {
        const report = await readiness.check()
        return toJson(report.status === 'ready' ? 200 : 503, report)
      }
      case '/metrics': {
        // The port is for operators, so without a token it is open; the public port is not.
        if (!mayReadMetrics(headers.authorization, METRICS_TOKEN, true)) return NOT_FOUND
        return { status: 200, type: registry.contentType, body: await registry.metrics() }
      }
      default: {
        return NOT_FOUND
      }
    }
  }

  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, maxHeaderSize: HEADERS_MAX_BYTES },
    (request, response) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const answering = isRead ? answer(request) : Promise.resolve(NOT_FOUND)
      answering.then(
        (reply) => sendAnswer(response, reply),
        (error: unknown) => {
          log.error(error, 'operations port: a request failed; it is answered with 500')
          sendAnswer(response, toJson(500, { status: 'failed' }))
        },
      )
    },
  )
  server.listen(OPS_PORT, OPS_HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  log.info({ host: OPS_HOST, port }, 'operations port: /healthz, /readyz, /metrics')

  return {
    port,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

interface Answer {
  status: number
  type: string
  body: string
}

const NOT_FOUND = toJson(404, { status: 'not found' })

function toJson(status: number, body: object): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) }
}

function sendAnswer(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
