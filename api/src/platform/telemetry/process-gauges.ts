import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { createGauge } from './process-metrics.ts'

/** The state of this process, read when Prometheus asks. */
export function registerProcessGauges(
  registry: Registry,
  app: FastifyInstance,
  { config, db, redis, bus }: Deps,
): void {
  registry.registerMetric(createDatabaseConnectionsGauge(db))
  registry.registerMetric(createInfoGauge(config))
  const registerGauge = (name: string, help: string, read: () => number) =>
    registry.registerMetric(createGauge({ name, help }, read))
  registerGauge(
    'open_sockets',
    'Browsers that are connected to this process for live messages',
    () => app.gateway.size,
  )
  registerGauge(
    'socket_buffered_bytes',
    'What the connected browsers have not read yet',
    () => app.gateway.measureBacklog().bufferedBytes,
  )
  registerGauge(
    'sockets_stalled',
    'Browsers that read too slowly, so that events to them are dropped',
    () => app.gateway.measureBacklog().stalledSockets,
  )
  registerGauge('redis_up', '1 if this process is connected to Redis', () =>
    Number(redis.status === 'ready'),
  )
  registerGauge(
    'bus_connected',
    '1 if events travel between this process and the others in both directions',
    () => Number(bus.isConnected),
  )
}

function createDatabaseConnectionsGauge({ pool }: Database) {
  return new Gauge({
    name: 'database_connections',
    help: 'Connections of this process to PostgreSQL, and the requests that wait for one',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Always 1: its labels tell which releases run side by side. */
function createInfoGauge({ RELEASE, ROLE }: Config) {
  return new Gauge({
    name: 'dolph_info',
    help: 'The release, role and Node version of this process',
    labelNames: ['release', 'role', 'node'] as const,
    registers: [],
    collect() {
      this.set({ release: RELEASE, role: ROLE, node: process.versions.node }, 1)
    },
  })
}
