import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { startTcpProxy } from '@dolph/api/testing/servers/tcp-proxy'
import { startTestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import {
  buildStorageEnv,
  createTestBucket,
  storageAddress,
} from '@dolph/api/testing/servers/test-storage'
import { findFreePort } from '@dolph/bench/benchmark-tools'
import { createApiService, createRedisService, isPortOpen, type Service } from '../services.ts'
import { waitUntil } from '../wait-until.ts'
import { DatabaseCluster, type ClusterOptions } from './database-cluster.ts'
import { DATABASE_NAME } from './node-certificates.ts'
import { ProcessGroup } from './process-group.ts'
import { getReferencePath, readReferenceFile, replaceTexts } from './reference-settings.ts'

const DRAIN_MS = 2_000

export type HaStack = Awaited<ReturnType<typeof startHaStack>>

/** Starts everything that the trio has, on ports of its own: the database, the balancer, Redis, storage, mail, two API processes and two workers. */
export async function startHaStack(options: Omit<ClusterOptions, 'directory'>) {
  const directory = await mkdtemp(join(tmpdir(), 'dolph-ha-'))
  // PostgreSQL runs as another user.
  await chmod(directory, 0o755)
  const bucket = `dolph-ha-${crypto.randomUUID().slice(0, 8)}`
  const [cluster, redis, mailServer, storageProxy] = await Promise.all([
    DatabaseCluster.start({ directory, ...options }),
    createRedisService(directory),
    startTestSmtpServer(),
    startTcpProxy(storageAddress),
    createTestBucket(bucket),
  ])
  const mailProxy = await startTcpProxy({
    host: '127.0.0.1',
    port: Number(new URL(mailServer.smtpUrl).port),
  })
  await redis.start()

  const databasePort = await findFreePort()
  const webPort = await findFreePort()
  const authority = join(directory, 'authority/ca.crt')
  const databaseUrl = `postgres://postgres@${DATABASE_NAME}:${databasePort}/postgres?sslmode=verify-full&sslrootcert=${authority}`
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}`,
    DRAIN_MS: String(DRAIN_MS),
    ...buildStorageEnv(storageProxy.port, bucket),
  }
  const common = { directory, database: databaseUrl, redis: redis.url }
  const apis = [
    await createApiService('api one', { ...common, env }),
    await createApiService('api two', { ...common, env }),
  ]
  const workerEnv = { ...env, ROLE: 'worker' }
  const workers = [
    await createApiService('worker one', { ...common, env: workerEnv }),
    await createApiService('worker two', { ...common, env: workerEnv }),
  ]
  const balancer = new ProcessGroup({
    name: 'haproxy',
    command: ['haproxy', '-db', '-f', join(directory, 'haproxy.cfg')],
    directory,
  })
  const plainPort = await findFreePort()
  const ports = {
    authority,
    databasePort,
    webPort,
    plainPort,
    apiPorts: apis.map(({ port }) => port),
  }
  await writeFile(join(directory, 'haproxy.cfg'), await buildBalancerSettings(cluster, ports))
  balancer.start()
  await waitUntil('the balancer listens', () => isPortOpen(webPort))
  const db = openDatabase(databaseUrl)
  await waitUntil('the primary takes writes', async () => isWritable(db.pool))
  await migrateDatabase(db)
  await Promise.all([...apis, ...workers].map(({ start }) => start()))

  return {
    directory,
    bucket,
    cluster,
    redis,
    mailServer,
    mailProxy,
    storageProxy,
    apis,
    workers,
    url: `http://127.0.0.1:${webPort}`,
    databaseUrl,
    database: db.pool,
    /** The processes of the product that have ended without being killed. */
    listEnded: (): Service[] => [...apis, ...workers].filter(({ isRunning }) => !isRunning()),
    async [Symbol.asyncDispose]() {
      await db.destroy()
      for (const service of [...apis, ...workers, redis]) await service.kill()
      balancer.signal('SIGKILL')
      cluster.kill()
      for (const server of [mailProxy, storageProxy, mailServer])
        await server[Symbol.asyncDispose]()
    },
  }
}

/** The authority of the machines of the database, by which HAProxy knows their Patroni. */
const AUTHORITY = '/etc/haproxy/dolph-ca.crt'

interface Ports {
  authority: string
  databasePort: number
  plainPort: number
  webPort: number
  apiPorts: number[]
}

/** The reference settings of HAProxy with the addresses of the run, and without TLS towards browsers. */
async function buildBalancerSettings({ nodes }: DatabaseCluster, ports: Ports): Promise<string> {
  const replacements: Record<string, string> = {
    'bind 127.0.0.1:5432': `bind 127.0.0.1:${ports.databasePort}`,
    'bind :443 ssl crt /etc/haproxy/dolph.pem alpn h2,http/1.1': `bind 127.0.0.1:${ports.webPort}`,
    'bind :80\n': `bind 127.0.0.1:${ports.plainPort}\n`,
    '/etc/haproxy/dolph-503.http': getReferencePath('dolph-503.http'),
    [AUTHORITY]: ports.authority,
  }
  for (const [index, { addresses }] of nodes.entries()) {
    const restPort = addresses.rest.split(':')[1]
    replacements[`10.0.0.1${index + 1}:5432 check port 8008`] =
      `${addresses.postgres} check port ${restPort}`
  }
  for (const [index, port] of ports.apiPorts.entries())
    replacements[`10.0.0.2${index + 1}:3000`] = `127.0.0.1:${port}`
  return replaceTexts(await readReferenceFile('haproxy.cfg'), replacements)
}

async function isWritable(pool: { query: (sql: string) => Promise<unknown> }): Promise<boolean> {
  return pool.query('create temporary table is_writable ()').then(
    () => true,
    () => false,
  )
}
