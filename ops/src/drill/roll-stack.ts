import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@dolph/api/platform/db/database'
import { startTestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import { APP_ORIGIN } from '@dolph/bench/api-server'
import { installVersion, listAssets, REPOSITORY, runScript } from '@dolph/bench/previous-version'
import {
  createApiService,
  createPostgresService,
  createRedisService,
  type Service,
} from '../chaos/services.ts'
import { startRoundRobinProxy, type Exchange } from './round-robin-proxy.ts'

const DRAIN_MS = 1_500
const MIGRATE_SCRIPT = 'api/src/platform/db/run-migrate.ts'
/** The roles of the processes of each version, in the order in which they are replaced. */
const ROLES = ['api', 'worker', 'api']

/** A version and its processes, in the order in which they are replaced. */
export interface Version {
  name: string
  folder: string
  /** The environment of its programs. */
  env: Record<string, string>
  processes: Service[]
}

export type RollStack = Awaited<ReturnType<typeof startRollStack>>

/**
 * Starts servers of the drill's own, creates a database with the migrations and sample data of the previous version, and starts that version
 * behind a proxy. The new version is not started yet.
 */
export async function startRollStack(from: string) {
  const directory = await mkdtemp(join(tmpdir(), 'dolph-drill-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o755)
  const nextAssets = await listAssets(REPOSITORY)
  const previousFolder = join(directory, 'previous')
  const [hash, postgres, redis] = await Promise.all([
    installVersion(from, previousFolder),
    createPostgresService(directory),
    createRedisService(directory),
  ])
  await Promise.all([postgres.start(), redis.start()])
  const mailServer = await startTestSmtpServer()
  for (const name of ['files', 'backup']) await mkdir(join(directory, name))
  const env = {
    NODE_ENV: 'development',
    APP_ORIGIN,
    DRAIN_MS: String(DRAIN_MS),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SMTP_URL: mailServer.smtpUrl,
    // Folders in place of buckets: the drill needs no storage server.
    FILES_FOLDER: join(directory, 'files'),
    BACKUP_FOLDER: join(directory, 'backup'),
  }
  const common = { directory, database: postgres.url, redis: redis.url, env }
  const previous = await createVersion('previous', { ...common, folder: previousFolder })
  const next = await createVersion('new', { ...common, folder: REPOSITORY })
  await runScript(previousFolder, MIGRATE_SCRIPT, previous.env)
  await runScript(previousFolder, 'api/src/seed/run-seed.ts', previous.env)
  await Promise.all(previous.processes.map(({ start }) => start()))
  const exchanges: Exchange[] = []
  const ports = [previous, next].flatMap(listApiPorts)
  const proxy = await startRoundRobinProxy(ports, (exchange) => exchanges.push(exchange))
  const db = openDatabase(postgres.url)

  return {
    directory,
    hash,
    previous,
    next,
    mailServer,
    exchanges,
    /** The assets that only one of the versions has; the other finds them in storage. */
    differingAssets: new Set(nextAssets).symmetricDifference(
      new Set(await listAssets(previousFolder)),
    ),
    url: proxy.url,
    database: db.pool,
    databaseUrl: postgres.url,
    /** Runs `migrate` of the new version and returns what it printed. */
    migrate: (...args: string[]) => runScript(REPOSITORY, MIGRATE_SCRIPT, next.env, args),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      await db.destroy()
      for (const service of [...previous.processes, ...next.processes, redis, postgres])
        await service.kill()
      await mailServer[Symbol.asyncDispose]()
    },
  }
}

/** The ports of the processes to which the proxy may send requests. */
function listApiPorts({ processes }: Version): number[] {
  return processes.filter((_, index) => ROLES[index] === 'api').map(({ port }) => port)
}

async function createVersion(
  name: string,
  options: Parameters<typeof createApiService>[1] & { folder: string },
): Promise<Version> {
  const { folder } = options
  // `migrate --after` tells the versions apart by their release.
  const env = { ...options.env, RELEASE: name }
  const processes: Service[] = []
  for (const [index, role] of ROLES.entries()) {
    const process = await createApiService(`${name} ${role} ${index + 1}`, {
      ...options,
      entry: join(folder, 'api/src/main.ts'),
      env: { ...env, ROLE: role },
    })
    processes.push(process)
  }
  return { name, folder, env, processes }
}
