import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@dolph/api/db/database'
import { startTestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import { APP_ORIGIN } from '../api-server.ts'
import { createApiService, createPostgresService, createRedisService } from '../chaos/services.ts'
import { installVersion, REPOSITORY, runScript } from './previous-version.ts'
import { startRoundRobinProxy, type Exchange } from './round-robin-proxy.ts'

const DRAIN_MS = 1_500
const MIGRATE_SCRIPT = 'api/src/db/run-migrate.ts'

export type RollStack = Awaited<ReturnType<typeof startRollStack>>

/**
 * Starts servers of the drill's own, creates a database with the migrations and sample data of the previous version, and starts that version
 * behind a proxy. Every process is API and worker. The new version is not started yet.
 */
export async function startRollStack(from: string) {
  const directory = await mkdtemp(join(tmpdir(), 'dolph-drill-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o755)
  const previousFolder = join(directory, 'previous')
  const [hash, postgres, redis] = await Promise.all([
    installVersion(from, previousFolder),
    createPostgresService(directory),
    createRedisService(directory),
  ])
  await Promise.all([postgres.start(), redis.start()])
  const mailServer = await startTestSmtpServer()
  const env = {
    ...{ NODE_ENV: 'development', APP_ORIGIN, ROLE: 'both', DRAIN_MS: String(DRAIN_MS) },
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, SMTP_URL: mailServer.smtpUrl },
  }
  await runScript(previousFolder, MIGRATE_SCRIPT, env)
  await runScript(previousFolder, 'api/src/db/run-seed.ts', env)

  const common = { directory, database: postgres.url, redis: redis.url, env }
  const entry = join(previousFolder, 'api/src/main.ts')
  const previous = await createApiService('previous version', { ...common, entry })
  const next = await createApiService('new version', common)
  await previous.start()
  const exchanges: Exchange[] = []
  const proxy = await startRoundRobinProxy([previous.port, next.port], (exchange) =>
    exchanges.push(exchange),
  )
  const db = openDatabase(postgres.url)

  return {
    ...{ directory, hash, previous, next, mailServer, exchanges },
    url: proxy.url,
    database: db.pool,
    databaseUrl: postgres.url,
    /** Applies the migrations and functions of the new version and returns what the migrator printed. */
    migrate: () => runScript(REPOSITORY, MIGRATE_SCRIPT, env),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      await db.destroy()
      for (const service of [previous, next, redis, postgres]) await service.kill()
      await mailServer[Symbol.asyncDispose]()
    },
  }
}
